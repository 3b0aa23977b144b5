import { ownChanged } from '@heartline/contracts';
import type { PaymentsContext } from './payments-context.ts';

const MAX_ROUNDS = 5;

/**
 * Updates the account's premium status from the ledger, also under concurrent changes: read, write, read
 * again. Devices then fetch everything that depends on premium: limits, locked photos, invisible mode.
 */
export async function syncPremium(
  {
    accounts,
    credits,
    profiles,
    publisher,
    clock,
  }: Pick<PaymentsContext, 'accounts' | 'credits' | 'profiles' | 'publisher' | 'clock'>,
  member: string,
): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const { premium } = await credits.balanceOf(member);
    const isChanged = await accounts.setPremium(member, premium ? clock.now() : null);
    // Invisible mode is part of premium and ends with it.
    if (!premium) await profiles.setInvisible(member, false);
    if (isChanged) await publisher.durable(member, ownChanged, {});
    if ((await credits.balanceOf(member)).premium === premium) return;
  }
}
