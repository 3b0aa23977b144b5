import { getPayment, type OutputOf, type PaymentState } from '@heartline/contracts';
import { Button, EmptyState, LineDrawing, Page, Skeleton } from '@heartline/ui';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { notFound, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { call, isMissing } from '../../client/api.ts';
import { useDocumentTitle } from '../../client/document-title.ts';
import { formatLocale } from '../../client/language.ts';
import { lastChat } from '../../client/last-chat.ts';
import { LoadFailure } from '../../client/load-failure.tsx';
import { keys } from '../../client/query.ts';
import { askWhoThisIs, useMember } from '../../client/session.ts';
import { formatMoment } from '../../people/moment.ts';
import { formatCount, formatMoney } from '../../people/money.ts';

type Payment = OutputOf<typeof getPayment>['payment'];

/** Interval of refetches while the provider has not decided, in case the live event is lost. */
const ASK_AGAIN_MS = 3_000;
const isOpen = (state: PaymentState | undefined) => state === 'pending' || state === 'review';

/**
 * The result of a payment. Only the server is trusted: the parameters with which the provider sent the member back
 * change nothing.
 */
export function TransactionPage() {
  const { t } = useLingui();
  const { id } = useParams({ strict: false }) as { id: string };
  const { data, error, refetch } = useQuery({
    queryKey: keys.payment(id),
    queryFn: async ({ signal }) => (await call(getPayment, { id }, { signal })).payment,
    refetchInterval: (query) => (isOpen(query.state.data?.state) ? ASK_AGAIN_MS : false),
    staleTime: 0,
  });
  useDocumentTitle(t`Payment`);
  if (isMissing(error)) throw notFound();
  return (
    <Page width="narrow" className="grow">
      <div aria-live="polite">
        {!data && !error && <Loading />}
        {!data && error && (
          <LoadFailure level={1} error={error} onRetry={refetch}>
            <Trans>Your payment is safe. Only its state could not be shown.</Trans>
          </LoadFailure>
        )}
        {data && <Outcome payment={data} />}
      </div>
    </Page>
  );
}

function Outcome({ payment }: { payment: Payment }) {
  switch (payment.state) {
    case 'completed':
      return <Completed payment={payment} />;
    case 'failed':
    case 'cancelled':
      return <NotPaid payment={payment} />;
    default:
      return <Pending payment={payment} />;
  }
}

function Loading() {
  return (
    <div aria-hidden className="flex flex-col items-center gap-4 py-16">
      <Skeleton className="h-28 w-44 rounded-card" />
      <Skeleton className="h-7 w-56" />
      <Skeleton className="h-4 w-72" />
    </div>
  );
}

/** A line that redraws while the payment is pending. */
function Pending({ payment }: { payment: Payment }) {
  return (
    <div className="flex flex-col items-center py-12 text-center">
      <LineDrawing name="credits" className="h-36 w-auto animate-breathe text-pulse" />
      <h1 className="title mt-6 text-xl">
        {payment.state === 'review' ? (
          <Trans>We are checking your payment</Trans>
        ) : (
          <Trans>Your payment is being processed</Trans>
        )}
      </h1>
      <p className="mt-2 text-ink-2">
        {payment.state === 'review' ? (
          <Trans>
            Our team looks at it by hand. You don’t have to wait here: your credits come by themselves.
          </Trans>
        ) : (
          <Trans>This takes a few seconds. You can leave this page: your credits come by themselves.</Trans>
        )}
      </p>
      <Amount payment={payment} />
    </div>
  );
}

function Completed({ payment }: { payment: Payment }) {
  const { i18n } = useLingui();
  const { id: me, credits, paid_user: isPremium } = useMember();
  const chat = lastChat(me);
  const name = chat?.name;
  const { credits: added } = payment;
  // Without a live connection nothing else updates the balance and Premium for minutes.
  useEffect(askWhoThisIs, []);
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
      <Amount payment={payment} />
    </div>
  );
}

function NotPaid({ payment }: { payment: Payment }) {
  const { t } = useLingui();
  return (
    <>
      <EmptyState
        level={1}
        drawing="credits"
        title={t`Payment failed or has been cancelled.`}
        action={
          <Button variant="primary" href="/credits">
            <Trans>Try another way</Trans>
          </Button>
        }
        className="pb-0"
      >
        {payment.state === 'cancelled' ? (
          <Trans>You cancelled it, so nothing was charged.</Trans>
        ) : (
          <Trans>The payment was refused, so nothing was charged. Another card may work.</Trans>
        )}
      </EmptyState>
      <Amount payment={payment} />
    </>
  );
}

function Amount({ payment }: { payment: Payment }) {
  const { i18n } = useLingui();
  const { credits, priceCents, currency } = payment;
  return (
    <p className="tabular mt-8 text-center text-sm text-ink-2">
      {plural(credits, { one: '# credit', other: '# credits' })} ·{' '}
      {formatMoney(formatLocale(i18n), priceCents, currency)} ·{' '}
      {formatMoment(formatLocale(i18n), payment.createdAt)}
    </p>
  );
}
