import type { CreditPackage } from '@heartline/contracts';
import { struckPrice } from '@heartline/domain';
import { classNames, TextLink } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useFormatLocale } from '../../../client/language.ts';
import { useSettings } from '../../../client/session.ts';
import { formatMoney } from '../../../people/money.ts';
import { useSeller } from './seller.ts';

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

/** Says that a price is the whole price. Some countries have no VAT in it. */
export function WithTaxes({ vat }: { vat: number }) {
  return vat > 0 ? <Trans>incl. VAT</Trans> : <Trans>taxes included</Trans>;
}

/** The right of withdrawal, the seller and the terms, which the law wants directly above a pay button. */
export function OrderTerms() {
  const seller = useSeller();
  const { refund_days: days } = useSettings();
  return (
    <p className="text-sm text-ink-2">
      <Trans>{days} days to withdraw and get back what you haven’t spent.</Trans>{' '}
      <span className="mr-2">
        <Trans>Seller: {seller}</Trans>
      </span>{' '}
      <TextLink href="/pages/terms" target="_blank" className="whitespace-nowrap">
        <Trans>Terms of use</Trans>
      </TextLink>
    </p>
  );
}
