import { type getRefund, type OutputOf, type RefundOffer, startRefund } from '@heartline/contracts';
import {
  Button,
  Dialog,
  EmptyState,
  FormError,
  Page,
  PageHeader,
  Skeleton,
  showToast,
  TextLink,
} from '@heartline/ui';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call } from '../../client/api.ts';
import { useDocumentTitle } from '../../client/document-title.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { formatLocale } from '../../client/language.ts';
import { LoadFailure } from '../../client/load-failure.tsx';
import { keys, queryClient } from '../../client/query.ts';
import { refundQuery } from '../../client/refund-query.ts';
import { PremiumEnds, RefundLine, useAmount } from './refund-line.tsx';

/** Withdrawal by members, in two steps: the purchase and amount first, then the confirmation. */
export function RefundPage() {
  const { t } = useLingui();
  useDocumentTitle(t`Withdraw from contract`);
  const { data, error, refetch } = useQuery(refundQuery);
  const [asking, setAsking] = useState<RefundOffer | null>(null);
  return (
    <Page width="text" className="grow">
      <PageHeader
        title={t`Withdraw from contract`}
        description={
          data &&
          plural(data.refund_days, {
            one: 'You can get unused credits you bought refunded for # day after payment. Free credits have no price, so you keep them.',
            other:
              'You can get unused credits you bought refunded for # days after payment. Free credits have no price, so you keep them.',
          })
        }
        eyebrow={
          <TextLink href="/credits" className="target">
            <Trans>Credits</Trans>
          </TextLink>
        }
      />
      {!data && !error && <Skeleton className="h-40" />}
      {!data && error && <LoadFailure error={error} onRetry={refetch} />}
      {data && <Offers state={data} onAsk={setAsking} />}
      {asking && <Confirm offer={asNow(asking, data?.offers)} onClose={() => setAsking(null)} />}
    </Page>
  );
}

/** The offer in the dialog in its current state: other refunds, also on another device, change what ends with it. */
function asNow(asked: RefundOffer, offers: readonly RefundOffer[] = []): RefundOffer {
  const now = offers.find(({ payment }) => payment === asked.payment);
  return now ? { ...asked, endsPremium: now.endsPremium } : asked;
}

function Offers({
  state,
  onAsk,
}: {
  state: OutputOf<typeof getRefund>;
  onAsk: (offer: RefundOffer) => void;
}) {
  const { t } = useLingui();
  return (
    <>
      {state.offers.length === 0 && (
        <EmptyState drawing="credits" title={t`Nothing to refund right now`}>
          <Trans>All credits you bought have been spent or can no longer be refunded.</Trans>
        </EmptyState>
      )}
      <ul className="grid gap-4">
        {state.offers.map((offer) => (
          <Offer key={offer.payment} offer={offer} onAsk={onAsk} />
        ))}
      </ul>
      {state.refunds.length > 0 && (
        <section aria-labelledby="refunds" className="mt-10">
          <h2 id="refunds" className="title mb-2 text-lg">
            <Trans>Refunds so far</Trans>
          </h2>
          <ul>
            {state.refunds.map((refund) => (
              <RefundLine key={`${refund.payment} ${refund.turn}`} refund={refund} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Offer({ offer, onAsk }: { offer: RefundOffer; onAsk: (offer: RefundOffer) => void }) {
  const { i18n } = useLingui();
  const amount = useAmount(offer);
  const day = new Intl.DateTimeFormat(formatLocale(i18n), { dateStyle: 'long' });
  const end = new Intl.DateTimeFormat(formatLocale(i18n), { dateStyle: 'long', timeStyle: 'short' });
  const bought = day.format(offer.boughtAt);
  // With the time: the last day ends at midnight of the site, which may be another time here.
  const until = end.format(offer.until);
  return (
    <li className="flex flex-wrap items-center justify-between gap-4 rounded-card border border-line bg-card p-5">
      <div className="min-w-0">
        <p className="title tabular text-xl">{amount.money}</p>
        <p className="text-sm text-ink-2">
          <Trans>
            {amount.credits} left of your payment of {bought}. Refundable until {until}.
          </Trans>
        </p>
      </div>
      <Button onPress={() => onAsk(offer)}>
        <Trans>Withdraw from contract here</Trans>
      </Button>
    </li>
  );
}

/** The second step: the credits that go, the money that comes, and what ends. */
function Confirm({ offer, onClose }: { offer: RefundOffer; onClose: () => void }) {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const amount = useAmount(offer);
  const { payment, turn, credits, cents, endsPremium } = offer;
  const ask = useMutation({
    mutationFn: () => call(startRefund, { payment, turn, credits, cents, endsPremium }),
    onSuccess: onClose,
    onError: (error) => {
      if (!(error instanceof ApiError) || error.code !== 'REFUND_CHANGED') return;
      // This offer is no longer available. The page behind shows what is.
      void showToast({ title: errorTextOf(error), tone: 'error' });
      onClose();
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: keys.refund });
      void queryClient.invalidateQueries({ queryKey: keys.user });
      void queryClient.invalidateQueries({ queryKey: keys.statement });
    },
  });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t`Get ${amount.money} back?`}
      size="sm"
      role="alertdialog"
      footer={
        <>
          <Button onPress={onClose}>
            <Trans>Keep my credits</Trans>
          </Button>
          <Button variant="danger" isPending={ask.isPending} onPress={() => ask.mutate()}>
            <Trans>Confirm withdrawal</Trans>
          </Button>
        </>
      }
    >
      <p>
        {plural(credits, {
          one: '# credit leaves your account right away.',
          other: '# credits leave your account right away.',
        })}{' '}
        <Trans>
          {amount.money} goes back to where you paid from. We’ll e-mail you a confirmation right away.
        </Trans>
      </p>
      <div aria-live="polite">
        {endsPremium && (
          <p className="mt-3 font-medium">
            <PremiumEnds />
          </p>
        )}
      </div>
      {ask.error && <FormError>{errorTextOf(ask.error)}</FormError>}
    </Dialog>
  );
}
