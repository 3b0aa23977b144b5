import { setTimeout as sleep } from 'node:timers/promises';
import { eachAlone, rowsById, slicesOfTime } from '@heartline/platform';
import { areDebited, findSettlements, LEDGER, type LedgerRow, settlementId } from '../credits/index.ts';
import { closeHold, closeSent, findSent, giveHeldBack, HOLD_AGE_MS } from './close-hold.ts';
import type { MessagingContext } from './messaging-context.ts';
import { moveWatermark, watermarkOf } from './watermark.repository.ts';

/**
 * The safety net of the paid send. BullMQ jobs are the fast path; the truth is a time mark per log. Each pass reads
 * the holds between the mark (less `overlapMs`, for clocks that differ and writes that landed late) and 20 s ago,
 * closes those without a settlement, completes voids whose credits have not come back, and moves the mark by time.
 * Nothing is ticked off, so a crash in between only means reading a window again.
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

/** Until when holds were swept; undefined before the first pass. */
export const sweptUntil = ({ mongo }: Pick<MessagingContext, 'mongo'>) => watermarkOf(mongo, 'holds');

/**
 * One pass over the holds of the last window. Safe to run twice at once. A hold that can't be closed keeps no other from
 * it; the mark stays then, so that it is tried again.
 */
export async function sweepHolds(context: MessagingContext, overlapMs: number): Promise<SweepReport> {
  const until = context.clock.now() - HOLD_AGE_MS;
  const report = { read: 0, debits: 0, voids: 0 };
  const from = Math.min((await sweptUntil(context)) ?? until, until) - overlapMs;
  let startedAt = performance.now();
  await eachAlone(holdsBetween(context, from, until), async (holds) => {
    if (report.read > 0) await sleep(REST * (performance.now() - startedAt));
    startedAt = performance.now();
    report.read += holds.length;
    await closeOpenHolds(context, holds, report);
  });
  await moveWatermark(context.mongo, 'holds', until);
  return report;
}

/** A hold by its names alone. */
type HoldKey = Pick<LedgerRow, '_id' | 'owner' | 'key'>;

/** The holds of a window, in batches and no particular order. */
function holdsBetween(context: MessagingContext, from: number, until: number): AsyncGenerator<HoldKey[]> {
  const ledger = context.mongo.connection.collection<LedgerRow>(LEDGER);
  return slicesOfTime({ from, until, batch: BATCH }, (at, limit) =>
    ledger
      .find({ at, kind: 'hold' }, { batchSize: limit, limit })
      .project<HoldKey>({ owner: 1, key: 1 })
      .toArray(),
  );
}

const settlementOf = ({ owner, key }: HoldKey) => settlementId(owner, key.slice('hold:'.length));

async function closeOpenHolds(
  context: MessagingContext,
  holds: readonly HoldKey[],
  report: SweepReport,
): Promise<void> {
  if (await areDebited(context.mongo, holds.map(settlementOf))) return;
  const settled = new Map(
    (await findSettlements(context.mongo, holds.map(settlementOf))).map(({ _id, outcome }) => [_id, outcome]),
  );
  const open = holds.filter((hold) => settled.get(settlementOf(hold)) !== 'debit').map(({ _id }) => _id);
  for (let first = 0; first < open.length; first += CLOSED_TOGETHER) {
    await closeTogether(context, open.slice(first, first + CLOSED_TOGETHER), settled, report);
  }
}

/** Holds that were not debited: most often the message stands and its jobs were lost. */
async function closeTogether(
  context: MessagingContext,
  ids: readonly string[],
  settled: ReadonlyMap<string, unknown>,
  report: SweepReport,
): Promise<void> {
  const { mongo, logger } = context;
  const ledger = mongo.connection.collection<LedgerRow>(LEDGER);
  const holds = await ledger.find(rowsById(ids)).toArray();
  const { voided = [], open = [] } = Object.groupBy(holds, (hold) =>
    settled.has(settlementOf(hold)) ? 'voided' : 'open',
  );
  await eachAlone(voided, (hold) => giveHeldBack(context, hold));
  const { rows, rest } = await findSent(context, open);
  await eachAlone([closeRows, closeRest], (part) => part());

  async function closeRows(): Promise<void> {
    if (rows.length === 0) return;
    await closeSent(context, rows);
    report.debits += rows.length;
    logger.warn({ debits: rows.length }, 'holds of stored messages closed by the sweep');
  }
  async function closeRest(): Promise<void> {
    await eachAlone(rest, async (hold) => {
      const closed = await closeHold(context, hold);
      report[closed === 'debit' ? 'debits' : 'voids'] += 1;
      logger.warn({ hold: hold._id, closed }, 'hold closed by the sweep');
    });
  }
}
