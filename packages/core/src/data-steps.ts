import { DURABLE, type Mongo } from '@heartline/platform';
import { completeFormerPayments } from './payments/index.ts';

/** One change of stored data between two releases. It is safe to repeat and to run beside older services. */
interface DataStep {
  /** Never changes: it says whether the step was done. */
  name: string;
  /** Returns the number of changed documents. */
  run(mongo: Mongo): Promise<number>;
}

/** Every step since the first one, in order. A new one goes to the end. */
const STEPS: readonly DataStep[] = [
  { name: '2026-11-payment-accounts', run: (mongo) => completeFormerPayments(mongo, Date.now()) },
];

/** The state of a step. */
export interface DataStepStatus {
  name: string;
  /** When it was finished, in milliseconds since 1970; null if it was not. */
  finishedAt: number | null;
  changed: number | null;
}

interface StepDoc {
  _id: string;
  finishedAt: number;
  changed: number;
}

/** The process that runs the steps now, and the time until which others wait for it. */
interface LockDoc {
  _id: 'lock';
  by: string;
  until: number;
}

const DATA_STEPS = 'dataSteps';
const LOCK_MS = 60_000;
const LOOK_AGAIN_MS = 200;

const steps = ({ connection }: Mongo) => connection.collection<StepDoc>(DATA_STEPS);
const locks = ({ connection }: Mongo) => connection.collection<LockDoc>(DATA_STEPS);

/** Every step with whether it was done, in order. */
export async function dataSteps(mongo: Mongo): Promise<DataStepStatus[]> {
  const names = STEPS.map(({ name }) => name);
  const done = new Map(
    (
      await steps(mongo)
        .find({ _id: { $in: names } })
        .toArray()
    ).map((doc) => [doc._id, doc]),
  );
  return names.map((name) => {
    const { finishedAt = null, changed = null } = done.get(name) ?? {};
    return { name, finishedAt, changed };
  });
}

/**
 * Runs the steps that were never done, in order and by one process at a time. Others wait until they are done, and take
 * over from one that died. `by` names this process.
 */
export async function runDataSteps(mongo: Mongo, by: string): Promise<void> {
  while (await isAnyOpen(mongo)) {
    if (await lock(mongo, by)) await runOpen(mongo, by);
    else await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

const isAnyOpen = async (mongo: Mongo) =>
  (await dataSteps(mongo)).some(({ finishedAt }) => finishedAt === null);

/** True if this process has the lock now. A lock that its holder did not renew in time is free. */
async function lock(mongo: Mongo, by: string): Promise<boolean> {
  const now = Date.now();
  try {
    const { matchedCount, upsertedCount } = await locks(mongo).updateOne(
      { _id: 'lock', $or: [{ by }, { until: { $lt: now } }] },
      { $set: { by, until: now + LOCK_MS } },
      { upsert: true, writeConcern: DURABLE },
    );
    return matchedCount + upsertedCount === 1;
  } catch (error) {
    // Another process inserted its lock first.
    if ((error as { code?: number }).code === 11_000) return false;
    throw error;
  }
}

async function runOpen(mongo: Mongo, by: string): Promise<void> {
  const renewal = setInterval(() => void lock(mongo, by).catch(() => undefined), LOCK_MS / 3);
  try {
    const open = new Set(
      (await dataSteps(mongo)).filter((one) => one.finishedAt === null).map((one) => one.name),
    );
    for (const { name, run } of STEPS) {
      if (!open.has(name)) continue;
      const changed = await run(mongo);
      const done = { finishedAt: Date.now(), changed };
      await steps(mongo).updateOne({ _id: name }, { $set: done }, { upsert: true, writeConcern: DURABLE });
    }
  } finally {
    clearInterval(renewal);
    await locks(mongo).deleteMany({ _id: 'lock', by });
  }
}
