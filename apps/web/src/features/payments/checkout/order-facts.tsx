import type { CreditPackage } from '@heartline/contracts';
import { classNames } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useFormatLocale } from '../../../client/language.ts';
import { useSettings } from '../../../client/session.ts';
import { formatMoney } from '../../../people/money.ts';

interface OrderPriceProps {
  pack: CreditPackage;
  /** The size of the price. */
  className: string;
}

/** The price of a pack, after the full one in strike-through if it is lower. */
export function OrderPrice({ pack: { priceCents, fullPriceCents, currency }, className }: OrderPriceProps) {
  const { t } = useLingui();
  const locale = useFormatLocale();
  return (
    <>
      {priceCents < fullPriceCents && (
        <s className="text-sm text-ink-2">
          <span className="sr-only">{t`Before:`} </span>
          {formatMoney(locale, fullPriceCents, currency)}
        </s>
      )}{' '}
      <span className={classNames('font-semibold whitespace-nowrap', className)}>
        {formatMoney(locale, priceCents, currency)}
      </span>
    </>
  );
}

/** Says before a purchase, as the law asks, that it is one payment and can be withdrawn from. */
export function OneTimePayment() {
  const { refund_days: days } = useSettings();
  return (
    <Trans>
      One-time payment, no subscription. You can withdraw within {days} days and get back what you haven’t
      spent.
    </Trans>
  );
}
