import type { Mongo } from './connect.ts';

const RIVALS = 50;

export interface AtomicityProbe {
  atomic: boolean;
  winners: number;
}

/** What is probed: no more of the engine than its collections. */
export type Probed = { connection: Pick<Mongo['connection'], 'collection'> };

/**
 * Whether the engine changes one document for one caller at a time: 50 parallel compare-and-sets of a scratch
 * document, of which exactly one may win each round. Everything that must not happen twice rests on this, so services
 * run it while they start (F31).
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

/** Why no service may start on an engine that answered so; nothing when it may. */
export function atomicityProblem({ atomic, winners }: AtomicityProbe): string | undefined {
  if (atomic) return undefined;
  return (
    `This MongoDB let ${winners} of ${RIVALS} callers win what one may win, so money is not safe on it. ` +
    'Fix: use MongoDB 7 or newer, or a server that changes single documents atomically.'
  );
}

/** Probes the engine and rejects with the sentence that says what to change when it is not atomic. */
export async function requireAtomicity(mongo: Probed, id: string): Promise<void> {
  const problem = atomicityProblem(await probeAtomicity(mongo, id));
  if (problem) throw new Error(problem);
}
