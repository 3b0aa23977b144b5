import { RECEIPT_FILE_PATH } from '@heartline/contracts';
import { Button, showToast } from '@heartline/ui';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { formatLocale, useFormatLocale } from '../../../client/language.ts';
import { chatOfPurchase, lastChat } from '../../../client/last-chat.ts';
import { askWhoThisIs, useMember } from '../../../client/session.ts';
import { formatCount, formatMoney } from '../../../people/money.ts';
import { ReceiptLink } from '../../../people/receipt-link.tsx';
import { useDayText } from '../direct-debit/debit-days.ts';
import { DebitFacts } from './debit-facts.tsx';
import { PaymentLine } from './payment-line.tsx';
import type { Payment } from './payment-view.ts';

/** The credits are there. Bought over a chat, the page leads back to it; else it offers the way back. */
export function CompletedPayment({ payment }: { payment: Payment }) {
  const { i18n } = useLingui();
  const { id: me, credits, paid_user: isPremium } = useMember();
  const chat = lastChat(me);
  const name = chat?.name;
  const { credits: added } = payment;
  // Without a live connection nothing else updates the balance and Premium for minutes.
  useEffect(askWhoThisIs, []);
  const debitText = usePromiseText(payment);
  useReturnToChat(payment, debitText);
  return (
    <div className="flex flex-col items-center py-12 text-center">
      <p className="title tabular animate-rise text-[4.5rem] leading-none max-2xs:text-3xl text-pulse">{`+${formatCount(formatLocale(i18n), added)}`}</p>
      <h1 className="title mt-4 text-xl">
        <Trans>Your credits are here</Trans>
      </h1>
      <p className="mt-2 text-ink-2">
        {/* The page may be opened long after: Premium ends when all is refunded. */}
        {isPremium
          ? plural(credits, {
              one: 'You have # credit now, and Premium for life.',
              other: 'You have # credits now, and Premium for life.',
            })
          : plural(credits, { one: 'You have # credit', other: 'You have # credits' })}
      </p>
      {payment.bank === 'given-back' && (
        <p className="mt-2 font-medium">
          <Trans>Your bank gave the payment back, and we gave you its credits again.</Trans>
        </p>
      )}
      {debitText && <p className="mt-2 font-medium">{debitText}</p>}
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        {chat ? (
          <Button variant="primary" href={chat.path}>
            <Trans>
              Back to <bdi>{name}</bdi>
            </Trans>
          </Button>
        ) : (
          <Button variant="primary" href="/members">
            <Trans>Search members</Trans>
          </Button>
        )}
        <Button href="/credits/statement">
          <Trans>Statement</Trans>
        </Button>
      </div>
      {debitText && <DebitFacts payment={payment} />}
      <PaymentLine payment={payment} />
      {payment.receipt !== null && (
        <p className="mt-2 text-sm">
          <ReceiptLink path={`${RECEIPT_FILE_PATH}?payment=${payment.id}`} number={payment.receipt} />
        </p>
      )}
    </div>
  );
}

/** Says when the bank debits credits that came before their money; undefined for other payments. */
function usePromiseText({ settlement, debit, priceCents, currency }: Payment): string | undefined {
  const { t } = useLingui();
  const dayText = useDayText();
  const price = formatMoney(useFormatLocale(), priceCents, currency);
  if (settlement !== 'promised' || !debit) return undefined;
  const day = dayText(debit.on);
  return t`Your bank debits ${price} on ${day}.`;
}

/** Leads back to the chat over which the credits were bought, and says that they are there. */
function useReturnToChat({ id, credits }: Payment, description: string | undefined): void {
  const router = useRouter();
  const { id: me } = useMember();
  const leave = useEffectEvent(() => {
    const chat = chatOfPurchase(me, id);
    if (!chat) return;
    void router.navigate({ href: chat.path, replace: true });
    void showToast({
      title: plural(credits, { one: '# credit added', other: '# credits added' }),
      tone: 'success',
      ...(description && { description }),
    });
  });
  useEffect(() => leave(), []);
}
