import { DURABLE, type Mongo, sayingMeanwhile } from '@heartline/platform';
import type { MessagingContext } from './messaging-context.ts';

/**
 * What somebody is owed, credits above all, written down before anything is given back, blocked or decided: a crash leaves
 * the row, and the sweep does the rest (`carry-out-pending.ts`). What each row leads to is safe to do twice, since a `return`
 * stands once in a ledger.
 *
 *   owed (runAt) ─→ taken (runAt moves on) ─→ carried out ─→ once more at `againAt`, for what was on its way at the time ─→ row gone
 */
export interface PendingReturn {
  _id: string;
  kind: 'unsend' | 'undelivered' | 'all' | 'blocked' | 'decided';
  /** Who took a message back, put a block or took it back, is gone, or was decided about. */
  member: string;
  /** Of a block: the other side. */
  other?: string;
  /** Of a decision: its case; left out where it has none. */
  case?: string;
  /** Of a decision: an operator let the member in again since, which stands. */
  isForgiven?: true;
  /** Of a message taken back: its place. */
  conversation?: string;
  seq?: number;
  reason: string;
  /** Another one each time the row is written down: who carried it out settles what they read, not what was renewed. */
  turn: string;
  runAt: number;
  againAt: number | null;
}

export const PENDING_RETURNS = 'owedReturns';

/** A send that began before can land until then: 10 s for its write, a few seconds of caches, and a margin. */
const AGAIN_MS = 60_000;
/** Who carries a row out and does not say so again within this has died or given up. */
const TAKEN_MS = 30_000;
const BATCH = 200;

const pending = ({ connection }: Mongo) => connection.collection<PendingReturn>(PENDING_RETURNS);

/** Writes down what is owed, or renews it, and answers the row. `delayMs`: how long the caller has to do it itself. */
export async function addPendingReturn(
  { mongo, clock, ids }: Pick<MessagingContext, 'mongo' | 'clock' | 'ids'>,
  what: Omit<PendingReturn, 'turn' | 'runAt' | 'againAt'>,
  { delayMs, again }: { delayMs: number; again: boolean },
): Promise<PendingReturn> {
  const { _id, ...rest } = what;
  const now = clock.now();
  const set = {
    ...rest,
    turn: ids.uuid(),
    runAt: now + delayMs,
    againAt: again ? now + AGAIN_MS : null,
  };
  const write = () =>
    pending(mongo).updateOne({ _id }, { $set: set }, { upsert: true, writeConcern: DURABLE });
  // Two at once: one of them inserts, and the other renews what it wrote.
  await write().catch(write);
  return { _id, ...set };
}

export function dueReturns(mongo: Mongo, now: number): Promise<PendingReturn[]> {
  return pending(mongo)
    .find({ runAt: { $lte: now } })
    .sort({ runAt: 1 })
    .limit(BATCH)
    .toArray();
}

/** What is owed because of this member, due or not. */
export function pendingOf(mongo: Mongo, member: string): Promise<PendingReturn[]> {
  return pending(mongo).find({ member }).toArray();
}

/** Done: gone, or looked at once more later. A row that was renewed meanwhile stays. */
export async function settlePending(mongo: Mongo, row: PendingReturn): Promise<void> {
  const same = { _id: row._id, turn: row.turn };
  if (row.againAt === null) await pending(mongo).deleteMany(same);
  else await pending(mongo).updateOne(same, { $set: { runAt: row.againAt, againAt: null } });
}

/**
 * Does something with a row that is due, unless somebody else took it since it was read; whether it was done. It is due
 * again later: one that cannot be carried out, or takes longer than the engine lets it, stands behind all others then.
 */
export async function whileTaken(
  { mongo, clock }: Pick<MessagingContext, 'mongo' | 'clock'>,
  { _id, turn, runAt }: PendingReturn,
  act: () => Promise<unknown>,
): Promise<boolean> {
  const later = () => clock.now() + TAKEN_MS;
  const taken = await pending(mongo).updateOne({ _id, turn, runAt }, { $set: { runAt: later() } });
  if (taken.matchedCount !== 1) return false;
  // Never back: who took it from one that stood still may have settled it.
  const stay = () => pending(mongo).updateOne({ _id, turn }, { $max: { runAt: later() } });
  await sayingMeanwhile(TAKEN_MS / 3, stay, act);
  return true;
}

/**
 * Decisions about this member close no account any more: what a later act of an operator has undone stays undone. Nor is
 * what was written to them owed as to a fake: read since, it would be paid back where they leave by themselves.
 */
export async function forgiveDecided(mongo: Mongo, member: string): Promise<void> {
  await pending(mongo).updateMany({ member, kind: 'decided' }, { $set: { isForgiven: true } });
  await pending(mongo).deleteMany({ member, kind: 'all' });
}

/** Nothing is owed after all. */
export async function dropPending(mongo: Mongo, id: string): Promise<void> {
  await pending(mongo).deleteMany({ _id: id });
}
