import type { Mongo } from './connect.ts';

const RIVALS = 50;

export interface AtomicityProbe {
  atomic: boolean;
  winners: number;
}

/** The part of the connection that the probe uses: its collections. */
export type Probed = { connection: Pick<Mongo['connection'], 'collection'> };

/**
 * Checks that the database applies concurrent updates of one document one at a time. Of 50 parallel compare-and-sets,
 * exactly one may win each round. Every once-only guarantee depends on this, so services run it at start-up (F31).
 */
export async function probeAtomicity(mongo: Probed, id: string): Promise<AtomicityProbe> {
  const scratch = mongo.connection.collection<{ _id: string; value: number }>('probes');
  await scratch.insertOne({ _id: id, value: 0 });
  try {
    const tries = await Promise.all(
      Array.from({ length: RIVALS }, (_, rival) =>
        scratch.updateOne({ _id: id, value: 0 }, { $set: { value: rival + 1 } }),
      ),
    );
    const winners = tries.filter((one) => one.modifiedCount === 1).length;
    return { atomic: winners === 1, winners };
  } finally {
    await scratch.deleteMany({ _id: id });
  }
}

/** Why services must not start on this database; undefined if they may. */
export function atomicityProblem({ atomic, winners }: AtomicityProbe): string | undefined {
  if (atomic) return undefined;
  return (
    `This MongoDB let ${winners} of ${RIVALS} callers win what one may win, so money is not safe on it. ` +
    'Fix: use MongoDB 7 or newer, or a server that changes single documents atomically.'
  );
}

/** Probes the database. Rejects with a message that names the fix when updates are not atomic. */
export async function requireAtomicity(mongo: Probed, id: string): Promise<void> {
  const problem = atomicityProblem(await probeAtomicity(mongo, id));
  if (problem) throw new Error(problem);
}
