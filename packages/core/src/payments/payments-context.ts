import { isBonusActive } from '@heartline/domain';
import type { Accounts } from '../accounts/index.ts';
import type { CoreDeps } from '../core-deps.ts';
import type { Credits } from '../credits/index.ts';
import type { Profiles } from '../profiles/index.ts';
import type { Site } from '../site/index.ts';
import { hasBonusEnded } from './bonus.repository.ts';

/** What the use cases of this feature share: built once by `createPayments`. */
export interface PaymentsContext
  extends Pick<
    CoreDeps,
    'mongo' | 'publisher' | 'queues' | 'clock' | 'ids' | 'payments' | 'logger' | 'config'
  > {
  site: Pick<Site, 'settingsOf'>;
  accounts: Pick<Accounts, 'accountOf' | 'setPremium' | 'mail'>;
  credits: Pick<
    Credits,
    | 'balanceOf'
    | 'purchase'
    | 'refundOffers'
    | 'takeRefund'
    | 'undoTakenRefund'
    | 'isRefundUndone'
    | 'findRefund'
  >;
  profiles: Pick<Profiles, 'setInvisible'>;
  /** Makes the account say what the ledger says about premium. */
  syncPremium(member: string): Promise<void>;
}

/** What prices depend on, read fresh: premium is the ledger’s word, time the server’s (C7). */
export async function buyerOf(
  context: PaymentsContext,
  member: string,
): Promise<{ country: string; signedUpAt: number; bonusActive: boolean }> {
  const [account, { premium }] = await Promise.all([
    context.accounts.accountOf(member),
    context.credits.balanceOf(member),
  ]);
  if (!account) throw new Error('a member who buys has no account');
  const signedUpAt = account.createdAt;
  const isInTime = isBonusActive({ signedUpAt, premium }, context.clock.now());
  return {
    country: account.country,
    signedUpAt,
    bonusActive: isInTime && !(await hasBonusEnded(context.mongo, member)),
  };
}
