import { eachAlone } from '@heartline/platform';
import { everyPart } from '../every-part.ts';
import type { DeletionRow } from './account.model.ts';
import type { AccountsContext } from './accounts-context.ts';
import { settleDeletion } from './delete-account.ts';
import { eraseAccount } from './erase-account.ts';

/** A deletion this old that is not settled was cut off. */
const CUT_OFF_MS = 60_000;
/** What is read at once. */
const AT_ONCE = 200;
/** So often one pass reads deletions; the rest waits for the next. */
const MOST_READS = 50;
/** An archive that is still being written after this long never will be. */
const BUILDING_MS = 6 * 3_600_000;

/**
 * Erases what is due, finishes what was cut off, and removes archives whose day is over. Safe to repeat; what cannot be
 * finished now keeps nothing else waiting.
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
  // What is due is not settled first: a pass tries each row once.
  await everyPart([erase, settle, () => removeArchives(context, now)]);
  return report;
}

type CutOff = { settledAt: null; askedAt: { $lte: number } };
type Due = { erasedAt: null; eraseAt: { $lte: number } };

/**
 * Finishes deletions, each tried once in a pass. That it is tried is written down before: one that cannot be finished, or
 * takes longer than the engine lets it, stands behind all others from then on.
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
