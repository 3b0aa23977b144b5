import { requireNoMembers } from '@heartline/core';
import { checkQueueRedis, connectMongo, connectRedis, createLogger } from '@heartline/platform';
import { GUEST_NAME } from '../app/places.ts';
import { isNewEnough, OLDEST_MONGODB } from '../engines/new-enough.ts';
import { type Finding, ill, note, reason, well } from './finding.ts';

export const DEADLINE_MS = 3_000;

/** Checks that a Redis or a cluster answers and stores data. `fix` is the advice when it does not answer. */
export async function lookAtRedis(url: string, fix: string): Promise<Finding[]> {
  try {
    const logger = createLogger({ level: 'silent', service: 'doctor' });
    const client = await Promise.race([connectRedis({ url, logger, name: 'doctor' }), late()]);
    try {
      const problems = await checkQueueRedis(client);
      return problems.length === 0
        ? [well('Redis', 'answers, keeps what it is given')]
        : problems.map((problem) => {
            const [words = '', change = ''] = problem.split(' Fix: ');
            return ill('Redis', words, change);
          });
    } finally {
      client.destroy();
    }
  } catch (error) {
    return [ill('Redis', reason(error), fix)];
  }
}

/** Checks the kind of a user’s MongoDB, and that it stores acknowledged writes. */
export async function lookAtGivenMongo(url: string): Promise<Finding[]> {
  try {
    const engine = await connectMongo({ url, database: GUEST_NAME, deadlineMs: DEADLINE_MS });
    try {
      const admin = engine.connection.db?.admin();
      const [hello, build] = await Promise.all([
        admin?.command({ hello: 1 }),
        admin?.command({ buildInfo: 1 }),
      ]);
      const members = await requireNoMembers(engine, GUEST_NAME).then(() => [], refused);
      return [kindOf(hello ?? {}, build ?? {}), ...members];
    } finally {
      await engine.close();
    }
  } catch (error) {
    return [ill('MongoDB', reason(error), 'start it, or correct MONGODB_URL')];
  }
}

const refused = (error: unknown) => [
  ill('members', reason(error), 'unset MONGODB_URL, or name a MongoDB without that database'),
];

interface Hello {
  msg?: string;
  setName?: string;
}

interface Build {
  version?: string;
  ferretdb?: object;
}

/** In words, by what it answers to `hello` and `buildInfo`. */
export function kindOf(hello: Hello, { version = 'unknown', ferretdb }: Build): Finding {
  if (ferretdb) return well('MongoDB', 'yours is FerretDB, the stand-in of this house');
  if (!isNewEnough(version, OLDEST_MONGODB)) {
    return ill('MongoDB', `${version} is too old`, `use MongoDB ${OLDEST_MONGODB} or newer`);
  }
  if (hello.msg === 'isdbgrid') return well('MongoDB', `a sharded cluster, version ${version}`);
  if (hello.setName) return well('MongoDB', `replica set ${hello.setName}, version ${version}`);
  return note(
    'MongoDB',
    `version ${version}, alone: nothing takes over when it is lost. A replica set does: \`mongod --replSet rs0\`, \`rs.initiate()\`, MONGODB_URL=…/?replicaSet=rs0`,
  );
}

async function late(): Promise<never> {
  await new Promise((resolve) => {
    setTimeout(resolve, DEADLINE_MS);
  });
  throw new Error('no answer');
}
