import { mandateText } from '@heartline/i18n/mandates';
import { Card } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useFormatLocale, useLocale } from '../../../client/language.ts';
import { formatMoney } from '../../../people/money.ts';
import { useDayText } from './debit-days.ts';
import type { DirectDebitFacts } from './debit-query.ts';
import { Fact } from './fact.tsx';
import type { SentCode } from './use-direct-debit.ts';

interface MandateCardProps {
  code: SentCode;
  creditor: DirectDebitFacts['creditor'];
  /** The holder of the account; not known of a mandate that stands already. */
  holder: string | undefined;
}

/** The mandate as the member signs it: who collects, under which reference, what and when, and its whole text. */
export function MandateCard({ code, creditor, holder }: MandateCardProps) {
  const { t } = useLingui();
  const locale = useFormatLocale();
  const dayText = useDayText();
  const { mandate, debitOn, priceCents, currency } = code;
  const price = formatMoney(locale, priceCents, currency);
  const day = dayText(debitOn);
  const { title, facts, paragraphs } = mandateText(useLocale(), mandate.textVersion, {
    creditor,
    reference: mandate.reference,
    ibanEnd: mandate.ibanEnd,
    ...(holder && { holder }),
  });
  return (
    <Card>
      <h2 className="title mb-3 text-lg">{title}</h2>
      <dl className="grid gap-2.5">
        {facts.map(({ label, value }) => (
          <Fact key={label} name={label}>
            {value}
          </Fact>
        ))}
        <Fact name={t`This order`}>{t`${price} on ${day}`}</Fact>
      </dl>
      <div className="mt-4 grid max-w-text gap-2.5 border-t border-line pt-4 text-sm text-ink-2">
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </Card>
  );
}
