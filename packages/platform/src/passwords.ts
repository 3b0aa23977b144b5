import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';

/** Hashes and checks passwords with argon2id, a few at a time. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Whether the password belongs to the hash. Without a hash it works just as long and answers false. */
  verify(storedHash: string | undefined, password: string): Promise<boolean>;
  /**
   * Throws `PasswordsBusy` when no more may wait. Asked before anything else is done for a login, so that those who
   * are turned away in a flood cost nothing.
   */
  admit(): void;
}

/** Too many wait for their password to be checked: trying again later helps. */
export class PasswordsBusy extends Error {
  override name = 'PasswordsBusy';
}

/** argon2id, the library's default kind: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Half of the cores: the other half goes on serving those who are logged in. */
const AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 2));
/** About a second of waiting. */
const WAITING = 40 * AT_ONCE;

/**
 * Hashing is meant to be slow, so at most `atOnce` run and at most `waiting` wait: a flood of log-ins then costs
 * those who log in time, and nobody else. Beyond that it rejects with `PasswordsBusy`.
 */
export function createPasswords(options: { atOnce?: number; waiting?: number } = {}): Passwords {
  const { atOnce = AT_ONCE, waiting = WAITING } = options;
  const queue: (() => void)[] = [];
  let running = 0;

  function admit(): void {
    if (running >= atOnce && queue.length >= waiting) {
      throw new PasswordsBusy('too many passwords wait to be checked');
    }
  }

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    admit();
    if (running >= atOnce) {
      await new Promise<void>((resolve) => queue.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      // The turn is handed on, so nobody slips in between.
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  }

  const nobody = hash('nobody has this password', COST);
  nobody.catch(() => undefined);
  return {
    admit,
    hash: (password) => inTurn(() => hash(password, COST)),
    async verify(storedHash, password) {
      const against = storedHash ?? (await nobody);
      const matches = await inTurn(() => verify(against, password));
      return matches && storedHash !== undefined;
    },
  };
}
