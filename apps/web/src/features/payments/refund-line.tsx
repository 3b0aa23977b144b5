import type { Refund } from '@heartline/contracts';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { formatLocale } from '../../client/language.ts';
import { formatMoney } from '../../people/money.ts';

/** The amount of an offer or a refund as text. */
export function useAmount({ cents, currency, credits }: Pick<Refund, 'cents' | 'currency' | 'credits'>) {
  const { i18n } = useLingui();
  return {
    money: formatMoney(formatLocale(i18n), cents, currency),
    credits: plural(credits, { one: '# credit', other: '# credits' }),
  };
}

/** One refund so far: its state, when it was asked for, and the amount. */
export function RefundLine({ refund }: { refund: Refund }) {
  const { i18n } = useLingui();
  const amount = useAmount(refund);
  const day = new Intl.DateTimeFormat(formatLocale(i18n), { dateStyle: 'long', timeStyle: 'short' });
  return (
    <li className="flex flex-wrap justify-between gap-x-6 border-b border-line py-3 last:border-0">
      <span className="min-w-0">
        <span className="block font-medium">{useStateText(refund)}</span>
        <span className="block text-sm text-ink-2">
          {day.format(refund.at)} · {amount.credits}
        </span>
      </span>
      <span className="tabular font-semibold">{amount.money}</span>
    </li>
  );
}

function useStateText({ state, waits }: Refund): string {
  const { t } = useLingui();
  if (waits === 'payment') return t`Accepted. We send the money when your payment has arrived.`;
  if (waits === 'dispute') return t`Accepted. We send the money when your bank has closed its dispute.`;
  if (waits === 'person')
    return t`Accepted. Your payment method takes no refunds, so we’ll e-mail you about another way to pay you back.`;
  const words: Record<Refund['state'], string> = {
    pending: t`On its way`,
    completed: t`Paid back`,
    failed: t`Didn’t go through. Your credits were returned.`,
    bounced: t`Came back from the bank. Your credits were returned.`,
  };
  return words[state];
}

/** Warns that Premium ends with a refund, and says by which rule. */
export function PremiumEnds() {
  return (
    <Trans>
      Premium ends with this refund. You only keep it while at least half of a pack’s price isn’t refunded.
    </Trans>
  );
}
