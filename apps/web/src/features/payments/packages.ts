import { type CreditPackage, getPackages, type OutputOf } from '@heartline/contracts';
import type { PackageOption } from '@heartline/ui';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../client/api.ts';
import { formatLocale } from '../../client/language.ts';
import { keys } from '../../client/query.ts';
import { useSettings } from '../../client/session.ts';
import { formatMoney } from '../../people/money.ts';
import { usePaymentCountry } from './checkout/payment-country.ts';

export type Packages = OutputOf<typeof getPackages>;

/** The packs at this member's price, and the ways to pay, in the country they pay from. */
export function usePackages() {
  const country = usePaymentCountry();
  return useQuery({
    queryKey: keys.packagesIn(country),
    queryFn: ({ signal }) => call(getPackages, country ? { country } : {}, { signal }),
    // Another country replaces the prices in place. Nothing else on the page moves.
    placeholderData: keepPreviousData,
  });
}

/** The texts of a pack's contents and price, in the language of the page. */
export function usePackageText() {
  const { t, i18n } = useLingui();
  const { message_credits: perMessage } = useSettings();
  return (pack: CreditPackage): PackageOption => {
    const { credits, priceCents, fullPriceCents, currency } = pack;
    const money = (cents: number) => formatMoney(formatLocale(i18n), cents, currency);
    const each = money((priceCents / credits) * perMessage);
    const isReduced = priceCents < fullPriceCents;
    return {
      value: pack.id,
      credits: String(credits),
      unit: plural(credits, { one: 'credit', other: 'credits' }),
      price: {
        price: money(priceCents),
        note: t`${each} per message`,
        ...(isReduced && { oldPrice: money(fullPriceCents), oldPriceLabel: t`Before:` }),
      },
      terms: t`One-time payment, incl. VAT`,
      ...(pack.popular && { ribbon: t`Most popular` }),
      ...(isReduced && { bonus: t`Welcome bonus` }),
    };
  };
}
