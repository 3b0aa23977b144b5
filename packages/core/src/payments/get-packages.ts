import type { getPackages as contract, OutputOf, getPrices as pricesContract } from '@heartline/contracts';
import { currencyOf, offeredPackages, paymentWays } from '@heartline/domain';
import { timeBonusOf } from './discounts.ts';
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
  const query = methodQueryOf(context.payments, privately, { country, currency: currencyOf(country) });
  const ways = paymentWays(query);
  return {
    packages: offeredPackages(country, buyer.bonusActive),
    methods: ways.filter(({ reason }) => reason === null).map(({ id }) => id),
    ways,
    paymentCountry: country,
    discount: timeBonusOf({ member, site, ...buyer }),
  };
}

/** The four packs at their full price, for a visitor from this country. */
export async function getPrices(
  context: PaymentsContext,
  site: string,
  visitor: { asked: string | undefined; country: string | undefined },
): Promise<OutputOf<typeof pricesContract>> {
  const { settings } = await context.site.settingsOf(site);
  const fallback = settings.countries[0] ?? 'NL';
  const own = payCountry(settings, visitor.country, fallback);
  const paymentCountry = payCountry(settings, visitor.asked, own);
  return { packages: offeredPackages(paymentCountry, false), paymentCountry };
}
