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
 * Finishes what was cut off, erases what is due, and removes archives whose day is over. Safe to repeat; an account
 * that cannot be erased now does not keep others waiting.
 */
export async function sweepAccounts(context: AccountsContext): Promise<{ settled: number; erased: number }> {
  const { deletions } = context.collections;
  const now = context.clock.now();
  const unsettled = await deletions
    .find({ settledAt: null, askedAt: { $lte: now - CUT_OFF_MS } })
    .limit(AT_ONCE)
    .toArray();
  for (const { _id } of unsettled) await settleDeletion(context, _id);
  const due = await deletions
    .find({ erasedAt: null, eraseAt: { $lte: now } })
    .limit(AT_ONCE)
    .toArray();
  const failures: unknown[] = [];
  for (const { _id } of due) {
    await eraseAccount(context, _id).catch((error: unknown) => failures.push(error));
  }
  await removeArchives(context, now);
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} accounts were not erased`);
  return { settled: unsettled.length, erased: due.length };
}

async function removeArchives({ collections, archives }: AccountsContext, now: number): Promise<void> {
  const over = await collections.exports
    .find({ $or: [{ expiresAt: { $lte: now } }, { askedAt: { $lte: now - BUILDING_MS }, expiresAt: null }] })
    .limit(AT_ONCE)
    .toArray();
  for (const { _id, key } of over) {
    await archives.remove(key);
    await collections.exports.deleteOne({ _id, key });
  }
}
