import { setTimeout as sleep } from 'node:timers/promises';
import { Attempts, rowsById, slicesOfTime } from '@heartline/platform';
import { areDebited, findSettlements, LEDGER, type LedgerRow, settlementId } from '../credits/index.ts';
import { closeHold, closeSent, findSent, giveHeldBack, HOLD_AGE_MS } from './close-hold.ts';
import type { MessagingContext } from './messaging-context.ts';
import { dropStuck, leaveBehind, markOfHolds, type StuckHold } from './watermark.repository.ts';

/**
 * The safety net of the paid send. BullMQ jobs are the fast path; the truth is a time mark per log. Each pass reads
 * the holds between the mark (less `overlapMs`, for clocks that differ and writes that landed late) and 20 s ago,
 * closes those without a settlement, completes voids whose credits have not come back, and moves the mark by time.
 * Nothing is ticked off, so a crash in between only means reading a window again. A hold that can't be closed is left
 * behind by its name and tried again by each pass; where too many can't, the mark stays.
 *
 * Almost every hold it reads is settled. So it reads no more of one than its key, asks the engine only whether all of a
 * batch are debited, and rests between batches: messages under way would wait behind it.
 */
export interface SweepReport {
  read: number;
  debits: number;
  voids: number;
}

/** So many holds are looked at together, about. */
const BATCH = 500;
/** So many open ones are closed together. */
const CLOSED_TOGETHER = 100;
/** Rest after a batch, as a multiple of what it took: a pass works a quarter of its time. */
const REST = 3;

/** So many holds that can't be closed are known by name. */
const MOST_STUCK = 20;

/** Until when every hold is closed; undefined before the first pass. */
export async function sweptUntil({ mongo }: Pick<MessagingContext, 'mongo'>): Promise<number | undefined> {
  const { at, stuck } = await markOfHolds(mongo);
  return at && Math.min(at, ...stuck.map((hold) => hold.at));
}

/** One pass: what it did, and which holds could not be closed. */
interface Pass {
  report: SweepReport;
  attempts: Attempts;
  open: HoldKey[];
}

/**
 * One pass over the holds of the last window. Safe to run twice at once. A hold that can't be closed keeps no other from
 * it; the pass rejects in the end with all that failed, and the next one tries again.
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

/** Does something about holds; where it fails, they are open. */
async function attempt(pass: Pass, holds: readonly HoldKey[], work: () => Promise<unknown>): Promise<void> {
  if (!(await pass.attempts.make(work))) pass.open.push(...holds);
}

/** Moves the mark past what stayed open, as long as that is few enough to be known by name. */
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

/** A hold by its names alone, and when it was made. */
type HoldKey = Pick<LedgerRow, '_id' | 'owner' | 'key' | 'at'>;
const HOLD_KEY = { owner: 1, key: 1, at: 1 };

/** The holds of a window, in batches and no particular order, and those that an earlier pass left behind. */
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

/** Holds that were not debited: most often the message stands and its jobs were lost. */
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
