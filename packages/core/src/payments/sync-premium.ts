import type { PaymentsContext } from './payments-context.ts';

const MAX_ROUNDS = 5;

/**
 * Makes the account say what the ledger says about premium, whoever changes the ledger meanwhile: read, write, read
 * again.
 */
export async function syncPremium(
  {
    accounts,
    credits,
    profiles,
    clock,
  }: Pick<PaymentsContext, 'accounts' | 'credits' | 'profiles' | 'clock'>,
  member: string,
): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const { premium } = await credits.balanceOf(member);
    if (!premium) {
      await accounts.setPremium(member, null);
      // What came with it goes with it.
      await profiles.setInvisible(member, false);
    } else await accounts.setPremium(member, clock.now());
    if ((await credits.balanceOf(member)).premium === premium) return;
  }
}
