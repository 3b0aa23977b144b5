import { type CreditPackage, getPackages } from '@heartline/contracts';
import type { PackageOption } from '@heartline/ui';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../client/api.ts';
import { formatLocale } from '../../client/language.ts';
import { keys } from '../../client/query.ts';
import { useSettings } from '../../client/session.ts';
import { formatMoney } from '../../people/money.ts';

/** The packs at this member's price. */
export const packagesQuery = queryOptions({
  queryKey: keys.packages,
  queryFn: ({ signal }) => call(getPackages, {}, { signal }),
});

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
      ...(pack.popular && { ribbon: t`Most popular` }),
      ...(isReduced && { bonus: t`Welcome bonus` }),
    };
  };
}
