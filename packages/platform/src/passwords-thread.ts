import { constants, setPriority } from 'node:os';
import { hashSync, verifySync } from '@node-rs/argon2';
import type { PasswordQuestion } from './passwords.ts';
import { answerQuestions } from './thread.ts';

/** Entry of a thread that hashes and checks passwords, behind everything else the machine has to do. */

/** argon2id, the library's default kind: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

// Linux alone keeps a priority for each thread; elsewhere this would hold back the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

answerQuestions(({ hash, password }: PasswordQuestion) =>
  hash === undefined ? hashSync(password, COST) : verifySync(hash, password),
);
