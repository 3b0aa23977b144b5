import { eachAlone } from '@heartline/platform';
import type { AccountsContext } from './accounts-context.ts';
import { settleDeletion } from './delete-account.ts';
import { eraseAccount } from './erase-account.ts';

/** A deletion this old that is not settled was cut off. */
const CUT_OFF_MS = 60_000;
/** What one pass takes on; the rest waits for the next. */
const AT_ONCE = 200;
/** An archive that is still being written after this long never will be. */
const BUILDING_MS = 6 * 3_600_000;

/**
 * Finishes what was cut off, erases what is due, and removes archives whose day is over. Safe to repeat; what cannot be
 * finished now keeps nothing else waiting.
 */
export async function sweepAccounts(context: AccountsContext): Promise<{ settled: number; erased: number }> {
  const { deletions } = context.collections;
  const now = context.clock.now();
  const report = { settled: 0, erased: 0 };
  async function settle(): Promise<void> {
    const unsettled = await deletions
      .find({ settledAt: null, askedAt: { $lte: now - CUT_OFF_MS } })
      .limit(AT_ONCE)
      .toArray();
    report.settled = unsettled.length;
    await eachAlone(unsettled, ({ _id }) => settleDeletion(context, _id));
  }
  async function erase(): Promise<void> {
    const due = await deletions
      .find({ erasedAt: null, eraseAt: { $lte: now } })
      .limit(AT_ONCE)
      .toArray();
    report.erased = due.length;
    await eachAlone(due, ({ _id }) => eraseAccount(context, _id));
  }
  await eachAlone([settle, erase, () => removeArchives(context, now)], (part) => part());
  return report;
}

async function removeArchives({ collections, archives }: AccountsContext, now: number): Promise<void> {
  const over = await collections.exports
    .find({ $or: [{ expiresAt: { $lte: now } }, { askedAt: { $lte: now - BUILDING_MS }, expiresAt: null }] })
    .limit(AT_ONCE)
    .toArray();
  await eachAlone(over, async ({ _id, key }) => {
    await archives.remove(key);
    await collections.exports.deleteOne({ _id, key });
  });
}
