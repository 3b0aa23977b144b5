import { setTimeout as sleep } from 'node:timers/promises';
import { Attempts, rowsById, slicesOfTime } from '@heartline/platform';
import { areDebited, findSettlements, LEDGER, type LedgerRow, settlementId } from '../credits/index.ts';
import { closeHold, closeSent, findSent, giveHeldBack, HOLD_AGE_MS } from './close-hold.ts';
import type { MessagingContext } from './messaging-context.ts';
import { dropStuck, leaveBehind, markOfHolds, type StuckHold } from './watermark.repository.ts';

/**
 * The safety net of the paid send. BullMQ jobs are the fast path; the truth is a time mark per log.
 *
 * - Each pass reads the holds between the mark and 20 s ago. It starts `overlapMs` before the mark, for clock
 *   differences and late writes.
 * - It closes holds without a settlement, completes voids without returned credits, and moves the mark.
 * - Nothing is ticked off, so a crash only means reading a window again.
 * - A hold that cannot be closed is stored by name and retried by each pass; with too many of them the mark
 *   stays.
 * - Almost every hold is settled, so the pass reads only keys, asks only if all of a batch are debited, and
 *   pauses between batches. Otherwise live messages would wait behind it.
 */
export interface SweepReport {
  read: number;
  debits: number;
  voids: number;
}

/** Approximate number of holds in one batch. */
const BATCH = 500;
/** Open holds that are closed together. */
const CLOSED_TOGETHER = 100;
/** Pause after a batch, as a multiple of its duration: a pass works a quarter of its time. */
const REST = 3;

/** Maximum number of stuck holds stored by name. */
const MOST_STUCK = 20;

/** The time up to which every hold is closed; undefined before the first pass. */
export async function sweptUntil({ mongo }: Pick<MessagingContext, 'mongo'>): Promise<number | undefined> {
  const { at, stuck } = await markOfHolds(mongo);
  return at && Math.min(at, ...stuck.map((hold) => hold.at));
}

/** One pass: its results, and the holds that could not be closed. */
interface Pass {
  report: SweepReport;
  attempts: Attempts;
  open: HoldKey[];
}

/**
 * One pass over the holds of the last window. Safe to run concurrently. A hold that fails does not hold up
 * the others; the pass then rejects with all errors, and the next one retries.
 */
export async function sweepHolds(context: MessagingContext, overlapMs: number): Promise<SweepReport> {
  const until = context.clock.now() - HOLD_AGE_MS;
  const pass: Pass = { report: { read: 0, debits: 0, voids: 0 }, attempts: new Attempts(), open: [] };
  const { at = until, stuck } = await markOfHolds(context.mongo);
  const from = Math.min(at, until) - overlapMs;
  let startedAt = performance.now();
  for await (const holds of holdsOf(context, { from, until, stuck })) {
    if (pass.report.read > 0) await sleep(REST * (performance.now() - startedAt));
    startedAt = performance.now();
    pass.report.read += holds.length;
    await attempt(pass, holds, () => closeOpenHolds(context, holds, pass));
  }
  await moveOn(context, { until, stuck }, pass.open);
  pass.attempts.end();
  return pass.report;
}

/** Runs work on holds; if it fails, they count as open. */
async function attempt(pass: Pass, holds: readonly HoldKey[], work: () => Promise<unknown>): Promise<void> {
  if (!(await pass.attempts.make(work))) pass.open.push(...holds);
}

/** Moves the mark past the open holds, if they are few enough to store by name. */
async function moveOn(
  { mongo }: MessagingContext,
  { until, stuck }: { until: number; stuck: readonly StuckHold[] },
  open: readonly HoldKey[],
): Promise<void> {
  const still = new Map(open.map(({ _id: id, at }) => [id, { id, at }]));
  if (still.size <= MOST_STUCK) await leaveBehind(mongo, until, [...still.values()]);
  const closed = stuck.filter(({ id }) => !still.has(id)).map(({ id }) => id);
  if (closed.length > 0) await dropStuck(mongo, closed);
}

/** A hold by its keys alone, and its time. */
type HoldKey = Pick<LedgerRow, '_id' | 'owner' | 'key' | 'at'>;
const HOLD_KEY = { owner: 1, key: 1, at: 1 };

/**
 * The holds of a window, in batches and no particular order, and those that an earlier pass could not close.
 */
async function* holdsOf(
  context: MessagingContext,
  { from, until, stuck }: { from: number; until: number; stuck: readonly StuckHold[] },
): AsyncGenerator<HoldKey[]> {
  const ledger = context.mongo.connection.collection<LedgerRow>(LEDGER);
  yield* slicesOfTime({ from, until, batch: BATCH }, (at, limit) =>
    ledger.find({ at, kind: 'hold' }, { batchSize: limit, limit }).project<HoldKey>(HOLD_KEY).toArray(),
  );
  if (stuck.length === 0) return;
  yield await ledger
    .find(rowsById(stuck.map(({ id }) => id)))
    .project<HoldKey>(HOLD_KEY)
    .toArray();
}

const settlementOf = ({ owner, key }: HoldKey) => settlementId(owner, key.slice('hold:'.length));

async function closeOpenHolds(
  context: MessagingContext,
  holds: readonly HoldKey[],
  pass: Pass,
): Promise<void> {
  if (await areDebited(context.mongo, holds.map(settlementOf))) return;
  const settled = new Map(
    (await findSettlements(context.mongo, holds.map(settlementOf))).map(({ _id, outcome }) => [_id, outcome]),
  );
  const open = holds.filter((hold) => settled.get(settlementOf(hold)) !== 'debit');
  for (let first = 0; first < open.length; first += CLOSED_TOGETHER) {
    const some = open.slice(first, first + CLOSED_TOGETHER);
    await attempt(pass, some, () => closeTogether(context, some, settled, pass));
  }
}

/** Holds that were not debited: usually the message is stored and its jobs were lost. */
async function closeTogether(
  context: MessagingContext,
  keys: readonly HoldKey[],
  settled: ReadonlyMap<string, unknown>,
  pass: Pass,
): Promise<void> {
  const { mongo, logger } = context;
  const { report } = pass;
  const ledger = mongo.connection.collection<LedgerRow>(LEDGER);
  const holds = await ledger.find(rowsById(keys.map(({ _id }) => _id))).toArray();
  const { voided = [], open = [] } = Object.groupBy(holds, (hold) =>
    settled.has(settlementOf(hold)) ? 'voided' : 'open',
  );
  for (const hold of voided) await attempt(pass, [hold], () => giveHeldBack(context, hold));
  const { rows, rest } = await findSent(context, open);
  const sent = open.filter((hold) => !rest.includes(hold));
  await attempt(pass, sent, () => closeRows(rows));
  for (const hold of rest) await attempt(pass, [hold], () => closeOne(hold));

  async function closeRows(stored: typeof rows): Promise<void> {
    if (stored.length === 0) return;
    await closeSent(context, stored);
    report.debits += stored.length;
    logger.warn({ debits: stored.length }, 'holds of stored messages closed by the sweep');
  }
  async function closeOne(hold: LedgerRow): Promise<void> {
    const closed = await closeHold(context, hold);
    report[closed === 'debit' ? 'debits' : 'voids'] += 1;
    logger.warn({ hold: hold._id, closed }, 'hold closed by the sweep');
  }
}
