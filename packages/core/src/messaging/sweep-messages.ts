import { findSettlements, LEDGER, type LedgerRow, settlementId } from '../credits/index.ts';
import { closeHold } from './close-hold.ts';
import type { MessagingContext } from './messaging-context.ts';

/**
 * The safety net of the paid send. BullMQ jobs are the fast path; the truth is a time mark per log. Each pass reads
 * the holds between the mark (less `overlapMs`, for clocks that differ and writes that landed late) and 20 s ago,
 * closes those without a settlement, completes voids whose credits have not come back, and moves the mark by time.
 * Nothing is ticked off, so a crash in between only means reading a window again.
 */
export interface SweepReport {
  read: number;
  debits: number;
  voids: number;
}

/** A hold this old belongs to nobody's send any more. */
const HOLD_AGE_MS = 20_000;
const BATCH = 500;
const MARK = 'holds';

interface Watermark {
  _id: string;
  at: number;
}

/** One pass over the holds of the last window. Safe to run twice at once. */
export async function sweepMessages(context: MessagingContext, overlapMs: number): Promise<SweepReport> {
  const marks = context.mongo.connection.collection<Watermark>('watermarks');
  const until = context.clock.now() - HOLD_AGE_MS;
  const mark = await marks.findOne({ _id: MARK });
  const report = { read: 0, debits: 0, voids: 0 };
  const from = Math.min(mark?.at ?? until, until) - overlapMs;
  for await (const rows of holdsBetween(context, from, until)) {
    report.read += rows.length;
    await closeOpenHolds(context, rows, report);
  }
  await marks.updateOne({ _id: MARK }, { $max: { at: until } }, { upsert: true });
  return report;
}

/** The holds of a window, in batches and no particular order: an index range, never a sort. */
async function* holdsBetween(
  context: MessagingContext,
  from: number,
  until: number,
): AsyncGenerator<LedgerRow[]> {
  const cursor = context.mongo.connection
    .collection<LedgerRow>(LEDGER)
    .find({ at: { $gte: from, $lt: until } }, { batchSize: BATCH });
  let batch: LedgerRow[] = [];
  for await (const row of cursor) {
    if (row.kind === 'hold') batch.push(row);
    if (batch.length === BATCH) {
      yield batch;
      batch = [];
    }
  }
  yield batch;
}

async function closeOpenHolds(
  context: MessagingContext,
  holds: readonly LedgerRow[],
  report: SweepReport,
): Promise<void> {
  const idOf = (row: LedgerRow) => settlementId(row.owner, row.key.slice('hold:'.length));
  const settled = new Map(
    (await findSettlements(context.mongo, holds.map(idOf))).map((s) => [s._id, s.outcome]),
  );
  for (const hold of holds) {
    const outcome = settled.get(idOf(hold));
    if (outcome === 'debit') continue;
    if (outcome === 'void') {
      await context.credits.voidHold(hold, 'not_delivered');
      continue;
    }
    const closed = await closeHold(context, hold);
    report[closed === 'debit' ? 'debits' : 'voids'] += 1;
    context.logger.warn({ hold: hold._id, closed }, 'hold closed by the sweep');
  }
}
