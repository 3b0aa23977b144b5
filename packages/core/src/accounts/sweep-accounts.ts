import { eachAlone } from '@heartline/platform';
import { everyPart } from '../every-part.ts';
import type { DeletionRow } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';
import { settleDeletion } from './delete-account.ts';
import { eraseAccount } from './erase-account.ts';

/** An unsettled deletion of this age was cut off. */
const CUT_OFF_MS = 60_000;
/** Rows in one read. */
const AT_ONCE = 200;
/** Reads in one pass; the next pass takes the rest. */
const MOST_READS = 50;
/** An archive in progress for this long will never be finished. */
const BUILDING_MS = 6 * 3_600_000;

/**
 * Erases due accounts, finishes deletions that were cut off, and removes expired archives. Safe to repeat. A
 * row that fails does not hold up the others.
 */
export async function sweepAccounts(context: AccountsContext): Promise<{ settled: number; erased: number }> {
  const now = context.clock.now();
  const report = { settled: 0, erased: 0 };
  async function erase(): Promise<void> {
    const due: Due = { erasedAt: null, eraseAt: { $lte: now } };
    await finishEach(context, due, now, async (member) => {
      report.erased += 1;
      await eraseAccount(context, member);
    });
  }
  async function settle(): Promise<void> {
    const cutOff: CutOff = { settledAt: null, askedAt: { $lte: now - CUT_OFF_MS } };
    await finishEach(context, cutOff, now, async (member) => {
      report.settled += 1;
      await settleDeletion(context, member);
    });
  }
  // Erase before settling: a pass tries each row once.
  await everyPart([erase, settle, () => removeArchives(context, now)]);
  return report;
}

type CutOff = { settledAt: null; askedAt: { $lte: number } };
type Due = { erasedAt: null; eraseAt: { $lte: number } };

/**
 * Finishes deletions, trying each once per pass. Stores the attempt before it starts: a deletion that fails
 * or times out then sorts behind all others.
 */
async function finishEach(
  { collections: { deletions } }: AccountsContext,
  unfinished: CutOff | Due,
  now: number,
  finish: (member: string) => Promise<unknown>,
): Promise<void> {
  const triedAt = { $not: { $gte: now } };
  async function* inTurn(): AsyncGenerator<DeletionRow> {
    for (let reads = 0; reads < MOST_READS; reads += 1) {
      const rows = await deletions
        .find({ ...unfinished, triedAt })
        .sort({ triedAt: 1 })
        .limit(AT_ONCE)
        .toArray();
      yield* rows;
      if (rows.length < AT_ONCE) return;
    }
  }
  await eachAlone(inTurn(), async ({ _id }) => {
    const taken = await deletions.updateOne({ _id, triedAt }, { $set: { triedAt: now } });
    if (taken.matchedCount === 1) await finish(_id);
  });
}

async function removeArchives({ collections, archives }: AccountsContext, now: number): Promise<void> {
  const over = await collections.exports
    .find({ $or: [{ expiresAt: { $lte: now } }, { askedAt: { $lte: now - BUILDING_MS }, expiresAt: null }] })
    .limit(AT_ONCE)
    .toArray();
  await eachAlone(over, async ({ _id, key }) => {
    await archives.remove(key);
    await collections.exports.deleteMany({ _id, key });
  });
}
