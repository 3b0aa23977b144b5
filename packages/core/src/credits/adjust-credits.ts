import { creditsChanged } from '@heartline/contracts';
import { adjustCredits } from '@heartline/domain';
import type { Publisher } from '@heartline/platform';
import { balanceAfter } from './balance-after.ts';
import { accountAfter, type Ledger, type LedgerRow, ledgerContent } from './ledger.repository.ts';

/**
 * An operator adds free credits to a member or takes some away, once per `key`; `reason` is shown in the statement.
 * Answers the row, or nothing when fewer free credits are left than shall be taken.
 */
export async function adjust(
  deps: { ledger: Ledger; publisher: Publisher; now: number },
  member: string,
  wish: { key: string; credits: number; reason: string },
): Promise<LedgerRow | undefined> {
  const appended = await deps.ledger.append<'short'>(member, `adjust:${wish.key}`, (tail) => {
    const change = adjustCredits(accountAfter(tail), wish.credits);
    if (change === 'NOT_ENOUGH_CREDITS') return { refused: 'short' };
    return { row: ledgerContent(change, { reason: wish.reason, at: deps.now }) };
  });
  if (appended.outcome === 'refused') return undefined;
  const { row } = appended;
  // Also of what stood before: who repeats it may have been cut off between row and word.
  await deps.publisher.durable(member, creditsChanged, balanceAfter(row));
  return row;
}
