import type { Locale, SiteSettings } from '@heartline/contracts';
import { isBonusActive } from '@heartline/domain';
import type { Accounts } from '../accounts/index.ts';
import type { CoreDeps } from '../core-deps.ts';
import type { Credits } from '../credits/index.ts';
import type { Profiles } from '../profiles/index.ts';
import type { Site, SiteOfHost, SitePrices } from '../site/index.ts';
import { hasBonusEnded } from './bonus.repository.ts';
import type { ReceiptLog, TermsShown } from './receipt.repository.ts';

/** Facts and effects of a purchase in features that payments may not import. */
export interface PaymentHooks {
  /** The terms that hold on a site now, in this language. */
  termsNow(site: SiteOfHost, locale: Locale): Promise<TermsShown>;
  profiles: Pick<Profiles, 'setInvisible'>;
}

/** Shared context of the use cases of this feature, built once by `createPayments`. */
export interface PaymentsContext
  extends PaymentHooks,
    Pick<
      CoreDeps,
      'mongo' | 'publisher' | 'queues' | 'clock' | 'ids' | 'payments' | 'sms' | 'limits' | 'logger' | 'config'
    > {
  site: Pick<Site, 'settingsOf' | 'operate'>;
  prices: SitePrices;
  accounts: Pick<
    Accounts,
    'accountOf' | 'setPremium' | 'mail' | 'wasMailed' | 'mailStranger' | 'memberByEmail'
  >;
  credits: Pick<
    Credits,
    | 'balanceOf'
    | 'statusOf'
    | 'purchase'
    | 'refundOffers'
    | 'takeRefund'
    | 'undoTakenRefund'
    | 'isRefundUndone'
    | 'findRefund'
    | 'chargeBack'
    | 'undoChargeBack'
    | 'findChargeBack'
    | 'retainedPurchases'
  >;
  receipts: ReceiptLog;
  /** Updates the account's premium status from the ledger. */
  syncPremium(member: string): Promise<void>;
}

/** The member who pays, with the host they are on. */
export interface Buyer {
  member: string;
  site: string;
  /** The host they are on, to which they return; null for a host that no operator set up. */
  host: string | null;
  locale: Locale;
  /** The country of the address that they order from; undefined if unknown. */
  country?: string | undefined;
}

/** The facts that prices depend on, uncached: premium from the ledger, time from the server (C7). */
export async function buyerOf(
  context: PaymentsContext,
  member: string,
): Promise<{ country: string; signedUpAt: number; premium: boolean; bonusActive: boolean }> {
  const [account, { premium }] = await Promise.all([
    context.accounts.accountOf(member),
    context.credits.balanceOf(member),
  ]);
  if (!account) throw new Error('account not found for a buyer');
  const signedUpAt = account.createdAt;
  const isInTime = isBonusActive({ signedUpAt, premium }, context.clock.now());
  return {
    country: account.country,
    signedUpAt,
    premium,
    bonusActive: isInTime && !(await hasBonusEnded(context.mongo, member)),
  };
}

/** The country a purchase is paid in: the one asked for if the site serves it, else the own one. */
export function payCountry(
  { countries }: Pick<SiteSettings, 'countries'>,
  asked: string | undefined,
  own: string,
): string {
  return asked !== undefined && countries.includes(asked) ? asked : own;
}
