import { Trans } from '@lingui/react/macro';
import { useFormatLocale } from '../../../client/language.ts';
import { formatMoney } from '../../../people/money.ts';
import { paidBy, useDayText } from './debit-days.ts';

interface WhenCreditsProps {
  /** True if credits come before the money does. */
  isTrusted: boolean;
  /** Day of the debit, `YYYY-MM-DD`. */
  debitOn: string;
  priceCents: number;
  currency: string;
}

/** When the credits come, and when the bank debits the price. */
export function WhenCredits({ isTrusted, debitOn, priceCents, currency }: WhenCreditsProps) {
  const dayText = useDayText();
  const price = formatMoney(useFormatLocale(), priceCents, currency);
  const day = dayText(debitOn);
  const paid = dayText(paidBy(debitOn));
  return (
    <>
      {isTrusted && (
        <>
          <Trans>Credits right away</Trans>.{' '}
        </>
      )}
      <Trans>
        Your bank debits {price} on {day}.
      </Trans>
      {!isTrusted && (
        <>
          {' '}
          <Trans>Your credits come when the money arrives, around {paid}.</Trans>
        </>
      )}
    </>
  );
}
