import {
  type CreditPackage,
  type DiscountCode,
  type OfferSeen,
  ok,
  type PackageId,
  type PaymentMethod,
  type PrivateSettings,
  type Result,
  refuse,
} from '@heartline/contracts';
import { currencyOf, offeredPackages, takesAmount, wayOf } from '@heartline/domain';
import { failpoint } from '@heartline/platform';
import { noteNotOpening } from './bonus.repository.ts';
import type { DiscountBuyer } from './discounts.ts';
import { discountFor, priceWith, takeFor } from './order-price.ts';
import { claimKey, keepPayment, type PaymentDoc } from './payment.repository.ts';
import { methodQueryOf } from './payment-accounts.ts';
import { nextAskAt } from './payment-schedule.ts';
import { type Buyer, buyerOf, type PaymentsContext, payCountry } from './payments-context.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** The order of a member, however they pay. */
export interface Wish {
  key: string;
  package: PackageId;
  method: PaymentMethod;
  country?: string | undefined;
  code?: string | undefined;
  seen?: OfferSeen | undefined;
}

/** The price of a payment and the discount in it. */
type Terms = Pick<PaymentDoc, 'fullCents' | 'priceCents' | 'code'>;

/** The offer for an order as it is now; nothing is reserved. */
export interface Quote {
  buyer: DiscountBuyer;
  country: string;
  pack: CreditPackage;
  discount: DiscountCode | null;
  terms: Terms;
  privately: PrivateSettings;
}

/** Claims the key of an order; the id of its payment. Refused if the key was claimed for another order (KEY_REUSED). */
export async function claimOrder(
  context: PaymentsContext,
  member: string,
  { key, package: pack, method, country: asked, code }: Wish,
): Promise<Result<string>> {
  const country = asked ?? null;
  const claim = await claimKey(context.mongo, {
    _id: `${member}:${key}`,
    payment: context.ids.documentId(),
    package: pack,
    method,
    country,
    ...(code !== undefined && { code }),
  });
  const isSamePack = claim.package === pack && claim.method === method;
  // Keys of earlier versions have no country.
  const isSame = isSamePack && (claim.country ?? null) === country && claim.code === code;
  return isSame ? ok(claim.payment) : refuse('KEY_REUSED');
}

/** The pack and its price for an order; refused where the way to pay or the discount is in the way. */
export async function quoteOrder(context: PaymentsContext, from: Buyer, wish: Wish): Promise<Result<Quote>> {
  const { member, site } = from;
  const [facts, { settings, privately }] = await Promise.all([
    buyerOf(context, member),
    context.site.settingsOf(site),
  ]);
  const buyer = { member, site, ...facts };
  const country = payCountry(settings, wish.country, buyer.country);
  if (wish.country && country !== wish.country) return noWay('country');
  const currency = currencyOf(country);
  const way = wayOf(wish.method, methodQueryOf(context.payments, privately, { country, currency }));
  if (way.reason) return noWay(way.reason);
  const { [currency]: list } = await context.prices.ofSite(site);
  const pack = offeredPackages(list).find(({ id }) => id === wish.package) as CreditPackage;
  const discounted = await discountFor(context, buyer, wish, pack);
  if (!discounted.ok) return discounted;
  const { value: discount } = discounted;
  const terms = priceWith(pack, discount);
  if (!takesAmount(way, terms.priceCents)) return noWay('amount');
  return ok({ buyer, country, pack, discount, terms, privately });
}

/**
 * Takes the discount of a quote for a payment; the terms that hold. Refused while another checkout has the discount, and
 * where the price is worse than the one shown.
 */
export async function takeTerms(
  context: PaymentsContext,
  { buyer, pack, discount, terms: wanted }: Quote,
  { payment, wish }: { payment: string; wish: Wish },
): Promise<Result<Terms>> {
  const taken = await takeFor(context, buyer, { payment, discount, isTyped: wish.code !== undefined });
  failpoint('payment:after-hold');
  if (!taken.ok) return taken;
  const terms = taken.value ? wanted : priceWith(pack, null);
  if (!wish.seen || !isWorse({ ...pack, ...terms }, wish.seen)) return ok(terms);
  await noteNotOpening(context.mongo, buyer.member, payment);
  return refuse('PACK_PRICE_CHANGED');
}

/** Stores the payment of an order, or returns the stored one with its id. */
export async function keepOrder(
  context: PaymentsContext,
  from: Buyer,
  order: Pick<PaymentDoc, '_id' | 'account' | 'debit' | 'trusted'> & {
    wish: Wish;
    quote: Quote;
    terms: Terms;
  },
): Promise<PaymentDoc> {
  const { wish, quote, terms, ...facts } = order;
  const { pack, country, privately, buyer } = quote;
  const now = context.clock.now();
  const { method } = wish;
  const lifeMs = method === 'sct' ? privately.transfer_days * DAY_MS : privately.checkout_minutes * MINUTE_MS;
  const start = { method, createdAt: now, expiresAt: now + lifeMs, state: 'pending' as const };
  return keepPayment(context.mongo, {
    ...facts,
    member: from.member,
    site: from.site,
    origin: originOf(context, from.host),
    key: wish.key,
    package: wish.package,
    credits: pack.credits,
    currency: pack.currency,
    ...terms,
    country,
    attempt: 1,
    attemptAt: now,
    providerId: null,
    redirect: null,
    transfer: null,
    reason: null,
    checkedAt: now,
    dueAt: nextAskAt(start, now),
    grantedAt: null,
    ...(await proofOf(context, from, buyer.country)),
    ...start,
  });
}

/** The evidence of the buyer's country so far, and the terms that the page showed. */
async function proofOf(
  context: PaymentsContext,
  { site, locale, country }: Buyer,
  account: string,
): Promise<Pick<PaymentDoc, 'evidence' | 'terms'>> {
  const terms = await context.termsNow(await context.site.settingsOf(site), locale);
  return { evidence: { account, ip: country ?? null, payer: null }, terms };
}

/** The origin to which a provider sends the member back: the host they bought on, by the protocol of the installation. */
function originOf({ config }: PaymentsContext, host: string | null): string {
  return host === null ? config.publicOrigin : `${new URL(config.publicOrigin).protocol}//${host}`;
}

export const noWay = (reason: string) => refuse('METHOD_UNAVAILABLE', { values: { reason } });

/** True if a pack costs more or holds fewer credits than the member saw, or is in another currency. */
export function isWorse(
  pack: Pick<CreditPackage, 'credits' | 'priceCents' | 'currency'>,
  seen: OfferSeen,
): boolean {
  const isDearer = pack.currency !== seen.currency || pack.priceCents > seen.priceCents;
  return isDearer || pack.credits < (seen.credits ?? 0);
}
