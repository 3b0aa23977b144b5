import {
  type CreditPackage,
  type startPayment as contract,
  type OutputOf,
  ok,
  type ParsedOf,
  type Result,
  refuse,
} from '@heartline/contracts';
import { currencyOf, offeredPackages, takesAmount, wayOf } from '@heartline/domain';
import { failpoint } from '@heartline/platform';
import { openCheckout } from './open-checkout.ts';
import { discountFor, priceWith, takeFor } from './order-price.ts';
import { claimKey, findPayment, keepPayment, type PaymentDoc } from './payment.repository.ts';
import { methodQueryOf, routeOf } from './payment-accounts.ts';
import { nextAskAt } from './payment-schedule.ts';
import { type Buyer, buyerOf, type PaymentsContext, payCountry } from './payments-context.ts';

type Input = ParsedOf<typeof contract>;

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/**
 * Opens a payment at a provider. A repeat with the same key gets the same payment, price and address from
 * any tab or gateway, until that payment has ended.
 *
 * 1. Claim the key (unique insert).
 * 2. Check the way to pay, and fix the price from the catalogue, with or without the discount.
 * 3. Store the payment row.
 * 4. Open a checkout at the first account of the route that takes it.
 * 5. Store the address.
 *
 * Only the server decides the price. The client sends the price it showed; a higher one is refused
 * (PACK_PRICE_CHANGED), since the discount may have ended meanwhile. Nothing is charged before the member
 * pays there.
 */
export async function startPayment(
  context: PaymentsContext,
  buyer: Buyer,
  input: Input,
): Promise<Result<OutputOf<typeof contract>>> {
  const country = input.country ?? null;
  const claim = await claimKey(context.mongo, {
    _id: `${buyer.member}:${input.key}`,
    payment: context.ids.documentId(),
    package: input.package,
    method: input.method,
    country,
    ...(input.code !== undefined && { code: input.code }),
  });
  if (!isSameOrder(claim, { ...input, country })) return refuse('KEY_REUSED');
  failpoint('payment:after-key');
  const existing = await findPayment(context.mongo, claim.payment);
  const priced = existing ? ok(existing) : await price(context, buyer, input, claim.payment);
  if (!priced.ok) return priced;
  const { value: payment } = priced;
  failpoint('payment:after-row');
  // It has ended, or is dearer than what the member sees now: they want a new payment.
  const isOutdated = payment.state !== 'pending' || (input.seen && isWorse(payment, input.seen));
  if (isOutdated) return refuse('KEY_REUSED');
  const opened = payment.providerId === null ? await openCheckout(context, buyer, payment) : ok(payment);
  return opened.ok ? ok({ payment: opened.value._id, redirect: opened.value.redirect }) : opened;
}

type Ordered = Pick<Input, 'package' | 'method' | 'code'> & { country: string | null };

/** True if a key was claimed for the same order. Keys of earlier versions have no country. */
function isSameOrder(claim: Ordered, order: Ordered): boolean {
  const isSamePack = claim.package === order.package && claim.method === order.method;
  return isSamePack && (claim.country ?? null) === order.country && claim.code === order.code;
}

/** Fixes the pack, its price and the account; refused where the way to pay, the discount or the price is in the way. */
async function price(
  context: PaymentsContext,
  from: Buyer,
  input: Input,
  payment: string,
): Promise<Result<PaymentDoc>> {
  const { member, site, host } = from;
  const [facts, { settings, privately }] = await Promise.all([
    buyerOf(context, member),
    context.site.settingsOf(site),
  ]);
  const buyer = { member, site, ...facts };
  const country = payCountry(settings, input.country, buyer.country);
  if (input.country && country !== input.country) return noWay('country');
  const currency = currencyOf(country);
  const way = wayOf(input.method, methodQueryOf(context.payments, privately, { country, currency }));
  if (way.reason) return noWay(way.reason);
  const { [currency]: list } = await context.prices.ofSite(site);
  const pack = offeredPackages(list).find(({ id }) => id === input.package) as CreditPackage;
  const discounted = await discountFor(context, buyer, input, pack);
  if (!discounted.ok) return discounted;
  const { value: discount } = discounted;
  const wanted = priceWith(pack, discount);
  if (!takesAmount(way, wanted.priceCents)) return noWay('amount');
  const taken = await takeFor(context, buyer, { payment, discount, isTyped: input.code !== undefined });
  failpoint('payment:after-hold');
  if (!taken.ok) return taken;
  const terms = taken.value ? wanted : priceWith(pack, null);
  if (input.seen && isWorse({ ...pack, ...terms }, input.seen)) return refuse('PACK_PRICE_CHANGED');
  const now = context.clock.now();
  const lifeMs =
    input.method === 'sct' ? privately.transfer_days * DAY_MS : privately.checkout_minutes * MINUTE_MS;
  const start = { method: input.method, createdAt: now, expiresAt: now + lifeMs, state: 'pending' as const };
  const stored = await keepPayment(context.mongo, {
    _id: payment,
    member,
    site,
    origin: originOf(context, host),
    key: input.key,
    package: input.package,
    credits: pack.credits,
    currency: pack.currency,
    ...terms,
    country,
    account: routeOf(context.payments, privately.payment_routes, input.method)[0] as string,
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
  return ok(stored);
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

const noWay = (reason: string) => refuse('METHOD_UNAVAILABLE', { values: { reason } });

/** True if a pack costs more or holds fewer credits than the member saw, or is in another currency. */
function isWorse(
  pack: Pick<CreditPackage, 'credits' | 'priceCents' | 'currency'>,
  seen: NonNullable<Input['seen']>,
): boolean {
  const isDearer = pack.currency !== seen.currency || pack.priceCents > seen.priceCents;
  return isDearer || pack.credits < (seen.credits ?? 0);
}
