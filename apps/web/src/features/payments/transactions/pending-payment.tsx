import { cancelPayment } from '@heartline/contracts';
import { Button, FormError, LineDrawing } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../../client/api.ts';
import { useErrorMessage } from '../../../client/error-message.ts';
import { keys, queryClient } from '../../../client/query.ts';
import { WhenCredits } from '../direct-debit/when-credits.tsx';
import { BackToChat } from './back-to-chat.tsx';
import { DebitFacts } from './debit-facts.tsx';
import { PaymentLine } from './payment-line.tsx';
import type { Payment } from './payment-view.ts';
import { TransferDetails } from './transfer-details.tsx';

/** Not decided yet: where to transfer to, a checkout to go on with, or a check by our team (S4-029). */
export function PendingPayment({ payment }: { payment: Payment }) {
  if (payment.state === 'review') return <Review payment={payment} />;
  if (payment.transfer) {
    return (
      <TransferDetails to={payment.transfer} payment={payment}>
        <div className="mt-6 flex flex-wrap justify-center gap-3">
          <BackToChat payment={payment} />
          <GiveUp payment={payment} />
        </div>
        <PaymentLine payment={payment} />
      </TransferDetails>
    );
  }
  if (payment.debit) return <WaitingDebit payment={payment} debitOn={payment.debit.on} />;
  return (
    <Waiting>
      <h1 className="title mt-6 text-xl">
        <Trans>Your payment is being processed</Trans>
      </h1>
      <p className="mt-2 text-ink-2">
        <WhenCreditsCome payment={payment} />
      </p>
      <div className="mt-6 empty:hidden">
        <BackToChat payment={payment} />
      </div>
      {payment.redirect !== null && (
        <div className="mt-8 grid w-full justify-items-center gap-3 border-t border-line pt-6">
          <p className="text-sm text-ink-2">
            <Trans>Not paid yet? Your checkout is still open.</Trans>
          </p>
          <div className="flex flex-wrap justify-center gap-3">
            <Button href={payment.redirect}>
              <Trans>Continue paying</Trans>
            </Button>
            <GiveUp payment={payment} />
          </div>
        </div>
      )}
      <PaymentLine payment={payment} />
    </Waiting>
  );
}

function WhenCreditsCome({ payment: { method } }: { payment: Payment }) {
  switch (method) {
    case 'sdd':
      return <Trans>Your bank needs about a week. Then your credits will be added automatically.</Trans>;
    case 'sct':
      return (
        <Trans>Your credits will be added once the money arrives, usually within one working day.</Trans>
      );
    default:
      return (
        <Trans>
          This takes a few seconds. You can leave this page. Your credits will be added automatically.
        </Trans>
      );
  }
}

/** Nothing to do: the bank debits on a day, and the credits come with the money. */
function WaitingDebit({ payment, debitOn }: { payment: Payment; debitOn: string }) {
  return (
    <Waiting>
      <h1 className="title mt-6 text-xl">
        <Trans>Your direct debit is on its way</Trans>
      </h1>
      <p className="mt-2 max-w-text text-ink-2">
        <WhenCredits
          isTrusted={false}
          debitOn={debitOn}
          priceCents={payment.priceCents}
          currency={payment.currency}
        />{' '}
        <Trans>You don’t have to do anything.</Trans>
      </p>
      <DebitFacts payment={payment} />
      <div className="mt-6 empty:hidden">
        <BackToChat payment={payment} />
      </div>
      <PaymentLine payment={payment} />
    </Waiting>
  );
}

function Review({ payment }: { payment: Payment }) {
  return (
    <Waiting>
      <h1 className="title mt-6 text-xl">
        <Trans>We’re checking your payment</Trans>
      </h1>
      <p className="mt-2 text-ink-2">
        {payment.reason === 'amount' && (
          <>
            <Trans>The amount we received differs from the price.</Trans>{' '}
          </>
        )}
        <Trans>
          Our team is checking it. You don’t have to wait here. Your credits will be added automatically.
        </Trans>
      </p>
      <PaymentLine payment={payment} />
    </Waiting>
  );
}

/** A line that breathes while the payment is undecided. */
function Waiting({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-col items-center py-12 text-center">
      <LineDrawing name="credits" className="h-36 w-auto animate-breathe text-pulse" />
      {children}
    </div>
  );
}

/** Gives up the payment. The answer may say that it was paid meanwhile: the page then shows that. */
function GiveUp({ payment }: { payment: Payment }) {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const giveUp = useMutation({
    mutationFn: () => call(cancelPayment, { payment: payment.id }),
    onSuccess: ({ payment: after }) => {
      queryClient.setQueryData(keys.payment(after.id), after);
      queryClient.setQueryData(keys.latestPayment, (latest: Payment | undefined) =>
        latest?.id === after.id ? after : latest,
      );
      // An order that is given up may free the welcome discount.
      void queryClient.invalidateQueries({ queryKey: keys.packages });
    },
  });
  return (
    <>
      <Button variant="ghost" isPending={giveUp.isPending} onPress={() => giveUp.mutate()}>
        {t`Cancel payment`}
      </Button>
      <FormError>{giveUp.error ? errorTextOf(giveUp.error) : undefined}</FormError>
    </>
  );
}
