import { getPayment } from '@heartline/contracts';
import { Button, EmptyState, Page, Skeleton } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { notFound, useParams } from '@tanstack/react-router';
import { call, isMissing } from '../../../client/api.ts';
import { useDocumentTitle } from '../../../client/document-title.ts';
import { LoadFailure } from '../../../client/load-failure.tsx';
import { keys } from '../../../client/query.ts';
import { CompletedPayment } from './completed-payment.tsx';
import { isUndecided, type Payment } from './payment-view.ts';
import { PendingPayment } from './pending-payment.tsx';
import { ReturnedPayment } from './returned-payment.tsx';
import { UnpaidPayment } from './unpaid-payment.tsx';

/** Interval of refetches while the provider has not decided, in case the live event is lost. */
const ASK_AGAIN_MS = 3_000;

/**
 * The result of a payment; without an id, of the latest (S2-072, S2-073). Only the server is trusted: the parameters with
 * which the provider sent the member back change nothing.
 */
export function TransactionPage() {
  const { t } = useLingui();
  const { id } = useParams({ strict: false }) as { id?: string };
  const { data, error, refetch } = useQuery({
    queryKey: id === undefined ? keys.latestPayment : keys.payment(id),
    queryFn: async ({ signal }) =>
      (await call(getPayment, id === undefined ? {} : { id }, { signal })).payment,
    refetchInterval: (query) => (isUndecided(query.state.data?.state) ? ASK_AGAIN_MS : false),
    staleTime: 0,
  });
  useDocumentTitle(t`Payment`);
  const hasNone = id === undefined && isMissing(error);
  if (isMissing(error) && !hasNone) throw notFound();
  return (
    <Page width="narrow" className="grow">
      <div aria-live="polite" tabIndex={-1} className="outline-none">
        {data ? <Outcome payment={data} /> : <Unknown error={error} hasNone={hasNone} onRetry={refetch} />}
      </div>
    </Page>
  );
}

function Outcome({ payment }: { payment: Payment }) {
  switch (payment.state) {
    case 'completed':
      return payment.bank === 'taken' || payment.settlement === 'returned' ? (
        <ReturnedPayment payment={payment} />
      ) : (
        <CompletedPayment payment={payment} />
      );
    case 'failed':
    case 'cancelled':
      return <UnpaidPayment payment={payment} />;
    default:
      return <PendingPayment payment={payment} />;
  }
}

interface UnknownProps {
  error: Error | null;
  /** The member has no payment to show. */
  hasNone: boolean;
  onRetry: () => unknown;
}

function Unknown({ error, hasNone, onRetry }: UnknownProps) {
  if (hasNone) return <NoPayment />;
  if (!error) return <Loading />;
  return (
    <LoadFailure level={1} error={error} onRetry={onRetry}>
      <Trans>Your payment is safe. We just couldn’t load its status.</Trans>
    </LoadFailure>
  );
}

function NoPayment() {
  const { t } = useLingui();
  return (
    <EmptyState
      level={1}
      drawing="credits"
      title={t`No payment in the last 30 days`}
      action={
        <Button variant="primary" href="/credits">
          <Trans>Choose your credits</Trans>
        </Button>
      }
    >
      <Trans>Once you buy credits, you can follow the payment here.</Trans>
    </EmptyState>
  );
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
