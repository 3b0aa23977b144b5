import { creditsChanged } from '@heartline/contracts';
import { adjustCredits } from '@heartline/domain';
import type { Publisher } from '@heartline/platform';
import { balanceAfter } from './balance-after.ts';
import { accountAfter, type Ledger, type LedgerRow, ledgerContent } from './ledger.repository.ts';

/**
 * An operator adds or removes free credits of a member, once per `key`; the statement shows `reason`. Returns
 * the row; undefined if the member has fewer free credits than to be removed.
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
  // Also for an existing row: the first call may have crashed before this event.
  await deps.publisher.durable(member, creditsChanged, balanceAfter(row));
  return row;
}
