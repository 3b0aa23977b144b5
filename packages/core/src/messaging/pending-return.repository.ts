import { DURABLE, type Mongo, renewWhile } from '@heartline/platform';
import type { MessagingContext } from './messaging-context.ts';

/**
 * A pending task for a member, mostly a return of credits. It is stored before a return, a block or a
 * decision; after a crash the sweep runs it (`carry-out-pending.ts`). Every task is safe to run twice, since
 * a ledger accepts a `return` once.
 *
 *     pending (runAt) ─→ taken (runAt moves on) ─→ carried out
 *       ─→ again at `againAt`, for messages in progress at the time ─→ row deleted
 */
export interface PendingReturn {
  _id: string;
  kind: 'unsend' | 'undelivered' | 'all' | 'blocked' | 'decided';
  /** The member who took a message back, changed a block, is gone, or was decided about. */
  member: string;
  /** For a block: the other side. */
  other?: string;
  /** For a decision: its case, if there is one. */
  case?: string;
  /** For a decision: an operator let the member in again since, and that act prevails. */
  isForgiven?: true;
  /** For a message taken back: its place. */
  conversation?: string;
  seq?: number;
  reason: string;
  /**
   * Changes each time the row is written: the caller that ran it settles only the version it read, not a
   * renewed one.
   */
  turn: string;
  runAt: number;
  againAt: number | null;
}

export const PENDING_RETURNS = 'owedReturns';

/** An earlier send can be stored until then: 10 s for its write, a few seconds of caches, and a margin. */
const AGAIN_MS = 60_000;
/** A process that does not renew its claim within this time has died or given up. */
const TAKEN_MS = 30_000;
const BATCH = 200;

const pending = ({ connection }: Mongo) => connection.collection<PendingReturn>(PENDING_RETURNS);

/**
 * Stores or renews a pending task and returns its row. `delayMs` is the time for the caller to run it itself.
 */
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
  // Of two concurrent calls one inserts; the other then renews its row.
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

/** Pending tasks of this member, due or not. */
export function pendingOf(mongo: Mongo, member: string): Promise<PendingReturn[]> {
  return pending(mongo).find({ member }).toArray();
}

/** Deletes a finished row, or schedules its second run. A row renewed meanwhile stays. */
export async function settlePending(mongo: Mongo, row: PendingReturn): Promise<void> {
  const same = { _id: row._id, turn: row.turn };
  if (row.againAt === null) await pending(mongo).deleteMany(same);
  else await pending(mongo).updateOne(same, { $set: { runAt: row.againAt, againAt: null } });
}

/**
 * Runs work for a due row, unless another process took it since it was read; returns whether it ran. The row
 * is due again later, so one that fails or times out then sorts behind all others.
 */
export async function whileTaken(
  { mongo, clock }: Pick<MessagingContext, 'mongo' | 'clock'>,
  { _id, turn, runAt }: PendingReturn,
  act: () => Promise<unknown>,
): Promise<boolean> {
  const later = () => clock.now() + TAKEN_MS;
  const taken = await pending(mongo).updateOne({ _id, turn, runAt }, { $set: { runAt: later() } });
  if (taken.matchedCount !== 1) return false;
  // Never back: a process that took over this stalled row may have settled it.
  const stay = () => pending(mongo).updateOne({ _id, turn }, { $max: { runAt: later() } });
  await renewWhile(TAKEN_MS / 3, stay, act);
  return true;
}

/**
 * Cancels decisions about this member: they must not undo a later act of an operator and close the account
 * again. Messages to the member are no longer returned as to a fake. Otherwise messages read since would be
 * paid back when the member leaves.
 */
export async function forgiveDecided(mongo: Mongo, member: string): Promise<void> {
  await pending(mongo).updateMany({ member, kind: 'decided' }, { $set: { isForgiven: true } });
  await pending(mongo).deleteMany({ member, kind: 'all' });
}

/** The task is not needed after all. */
export async function dropPending(mongo: Mongo, id: string): Promise<void> {
  await pending(mongo).deleteMany({ _id: id });
}
