import type { CreditPackage } from '@heartline/contracts';
import type { PackageOption } from '@heartline/ui';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { formatLocale } from '../../client/format-locale.ts';
import { formatMoney } from '../../people/money.ts';

/** The texts of a pack's contents and price, for a site whose message costs so many credits. */
export function usePackageTextAt(perMessage: number) {
  const { t, i18n } = useLingui();
  return (pack: CreditPackage): PackageOption => {
    const { credits, priceCents, fullPriceCents, currency } = pack;
    const money = (cents: number) => formatMoney(formatLocale(i18n), cents, currency);
    const each = money((priceCents / credits) * perMessage);
    const isReduced = priceCents < fullPriceCents;
    return {
      value: pack.id,
      credits: String(credits),
      unit: t`${plural(credits, { one: 'credit', other: 'credits' })}`,
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
