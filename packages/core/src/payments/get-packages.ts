import type {
  CreditPackage,
  getPackages as contract,
  DiscountCode,
  OutputOf,
  PaymentWay,
  PrivateSettings,
  getPrices as pricesContract,
} from '@heartline/contracts';
import {
  activeDiscount,
  currencyOf,
  type Discounts,
  discountedCents,
  offeredPackages,
  paymentWays,
  reasonAgainst,
  vatPercentOf,
} from '@heartline/domain';
import { isMemberBlocked } from './debit/blocks.ts';
import { discountsOf } from './discounts.ts';
import { methodQueryOf } from './payment-accounts.ts';
import { buyerOf, type PaymentsContext, payCountry } from './payments-context.ts';

/** The four packs at this member’s current price, and the ways to pay in a country (their own by default). */
export async function getPackages(
  context: PaymentsContext,
  { member, site }: { member: string; site: string },
  asked: string | undefined,
): Promise<OutputOf<typeof contract>> {
  const [buyer, { settings, privately }] = await Promise.all([
    buyerOf(context, member),
    context.site.settingsOf(site),
  ]);
  const country = payCountry(settings, asked, buyer.country);
  const currency = currencyOf(country);
  const ways = await waysOf(context, { member, site }, { privately, country, currency });
  const [lists, discounts] = await Promise.all([
    context.prices.ofSite(site),
    discountsOf(context, { member, site, ...buyer }, null),
  ]);
  return {
    packages: offeredPackages(lists[currency]).map((pack) => discounted(pack, discounts)),
    methods: ways.filter(({ reason }) => reason === null).map(({ id }) => id),
    ways,
    paymentCountry: country,
    discount: discounts.time ?? discounts.welcome,
    vat: vatPercentOf(country, context.clock.now(), privately.vat_rates),
  };
}

/** Every way to pay. Direct debit is closed for a blocked member, whatever the country. */
async function waysOf(
  context: PaymentsContext,
  viewer: { member: string; site: string },
  { privately, ...place }: { privately: PrivateSettings; country: string; currency: string },
): Promise<PaymentWay[]> {
  const query = methodQueryOf(context.payments, privately, place);
  const isOffered = reasonAgainst('sdd', query) === null;
  const blocked = isOffered && (await isMemberBlocked(context, viewer)) ? ['sdd' as const] : [];
  return paymentWays({ ...query, blocked });
}

/** A pack at the price with the discount that holds for it. */
function discounted(pack: CreditPackage, discounts: Discounts<DiscountCode>): CreditPackage {
  const { id, fullPriceCents: fullCents, currency } = pack;
  const discount = activeDiscount(discounts, { package: id, fullCents, currency });
  return discount ? { ...pack, priceCents: discountedCents(fullCents, discount.value_percentage) } : pack;
}

/** The four packs at their full price, for a visitor from this country. */
export async function getPrices(
  context: PaymentsContext,
  site: string,
  visitor: { asked: string | undefined; country: string | undefined },
): Promise<OutputOf<typeof pricesContract>> {
  const { settings, privately } = await context.site.settingsOf(site);
  const fallback = settings.countries[0] ?? 'NL';
  const own = payCountry(settings, visitor.country, fallback);
  const paymentCountry = payCountry(settings, visitor.asked, own);
  const { [currencyOf(paymentCountry)]: list } = await context.prices.ofSite(site);
  const vat = vatPercentOf(paymentCountry, context.clock.now(), privately.vat_rates);
  return { packages: offeredPackages(list), paymentCountry, vat };
}
