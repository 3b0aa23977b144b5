import type { CreditPackage } from '@heartline/contracts';
import { struckPrice } from '@heartline/domain';
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

/** The price of a pack, after the one it is reduced from in strike-through. */
export function OrderPrice({ pack, className }: OrderPriceProps) {
  const { t } = useLingui();
  const locale = useFormatLocale();
  const { priceCents, currency } = pack;
  const struck = struckPrice(pack);
  return (
    <>
      {struck && (
        <s className="text-sm text-ink-2">
          <span className="sr-only">
            {struck.of === 'member' ? t`Before:` : t`Lowest price of the 30 days before:`}{' '}
          </span>
          {formatMoney(locale, struck.cents, currency)}
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
