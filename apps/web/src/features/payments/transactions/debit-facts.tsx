import { Card } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useFormatLocale } from '../../../client/language.ts';
import { formatMoney } from '../../../people/money.ts';
import { useDayText } from '../direct-debit/debit-days.ts';
import { Fact } from '../direct-debit/fact.tsx';
import type { Payment } from './payment-view.ts';

/** A debit as the bank statement will show it: amount, day, account and mandate. */
export function DebitFacts({ payment }: { payment: Payment }) {
  const { t } = useLingui();
  const locale = useFormatLocale();
  const dayText = useDayText();
  const { debit, priceCents, currency } = payment;
  if (!debit) return null;
  return (
    <Card className="mt-6 w-full max-w-narrow text-left">
      <dl className="grid gap-2.5">
        <Fact name={t`Amount`}>{formatMoney(locale, priceCents, currency)}</Fact>
        <Fact name={t`Day of the debit`}>{dayText(debit.on)}</Fact>
        <Fact name={t`Bank account`}>{`•••• ${debit.ibanEnd}`}</Fact>
        <Fact name={t`Mandate reference`}>{debit.reference}</Fact>
      </dl>
    </Card>
  );
}
