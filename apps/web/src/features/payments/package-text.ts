import type { CreditPackage } from '@heartline/contracts';
import { savingPercent, struckPrice } from '@heartline/domain';
import type { PackageOption } from '@heartline/ui';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { formatLocale } from '../../client/format-locale.ts';
import { formatMoney } from '../../people/money.ts';
import type { PricedPack } from './discount/priced-pack.ts';

/** A pack, and the typed code that reduces it if one does. */
type TextPack = CreditPackage & Partial<Pick<PricedPack, 'code'>>;

/**
 * The texts of a pack's contents and price, for a site whose message costs so many credits, and prices with so many percent
 * of VAT. Given the smallest pack, they say how much cheaper a message is.
 */
export function usePackageTextAt(perMessage: number, vat: number) {
  const { t, i18n } = useLingui();
  return (pack: TextPack, smallest: CreditPackage = pack): PackageOption => {
    const { credits, priceCents, currency, code } = pack;
    const locale = formatLocale(i18n);
    const money = (cents: number) => formatMoney(locale, cents, currency);
    const saved = savingPercent(pack, smallest);
    const percent = new Intl.NumberFormat(locale, { style: 'percent' }).format(saved / 100);
    const each = money((priceCents / credits) * perMessage);
    const struck = struckPrice(pack);
    return {
      value: pack.id,
      credits: String(credits),
      unit: t`${plural(credits, { one: 'credit', other: 'credits' })}`,
      price: {
        price: money(priceCents),
        note: t`${each} per message`,
        ...(struck && {
          oldPrice: money(struck.cents),
          oldPriceLabel: struck.of === 'member' ? t`Before:` : t`Lowest price of the 30 days before:`,
        }),
      },
      terms: vat > 0 ? t`One-time payment, incl. VAT` : t`One-time payment, taxes included`,
      ...(saved > 0 && { saving: t`${percent} cheaper per message` }),
      ...(pack.popular && { ribbon: t`Most popular` }),
      ...(struck?.of === 'member' && { bonus: code?.code ?? t`Welcome bonus` }),
    };
  };
}
