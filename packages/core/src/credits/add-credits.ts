import { creditsChanged } from '@heartline/contracts';
import { type Change, grantCredits, purchaseCredits } from '@heartline/domain';
import type { Publisher } from '@heartline/platform';
import { balanceAfter } from './balance-after.ts';
import { accountAfter, type Ledger, type LedgerRow, ledgerContent } from './ledger.repository.ts';

interface AddDeps {
  ledger: Ledger;
  publisher: Publisher;
  now: number;
}

/** Grants free credits under `grant:<key>`, once. The statement shows `reason`. */
export function grant(
  deps: AddDeps,
  member: string,
  given: { key: string; credits: number; reason: string },
): Promise<LedgerRow> {
  return add(deps, member, `grant:${given.key}`, { reason: given.reason }, (row) =>
    grantCredits(accountAfter(row), given.credits),
  );
}

/** Adds the credits of a settled payment, once per payment; the member is premium from this row on (C8). */
export function purchase(
  deps: AddDeps,
  member: string,
  bought: { payment: string; credits: number; money: { cents: number; currency: string } },
): Promise<LedgerRow> {
  return add(deps, member, `payment:${bought.payment}`, { reason: 'purchase', money: bought.money }, (row) =>
    purchaseCredits(accountAfter(row), bought.credits),
  );
}

async function add(
  deps: AddDeps,
  member: string,
  key: string,
  rest: Pick<LedgerRow, 'reason' | 'money'>,
  decide: (tail: LedgerRow | undefined) => Change,
): Promise<LedgerRow> {
  const appended = await deps.ledger.append(member, key, (tail) => ({
    row: ledgerContent(decide(tail), { ...rest, at: deps.now }),
  }));
  if (appended.outcome === 'refused') throw new Error('ledger row for added credits refused unexpectedly');
  const { row } = appended;
  // Also for an existing row: the first call may have crashed before this event. A balance names its row, so
  // an old one changes nothing.
  await deps.publisher.durable(member, creditsChanged, balanceAfter(row));
  return row;
}
