import { getPayment } from '@heartline/contracts';
import { Skeleton, TextLink } from '@heartline/ui';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../client/api.ts';
import { LoadFailure } from '../../../client/load-failure.tsx';
import { keys } from '../../../client/query.ts';
import { TransferDetails } from '../transactions/transfer-details.tsx';

/** The account to transfer the money to, in the sheet. The page of the payment shows the same. */
export function TransferHere({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: keys.payment(id),
    queryFn: async ({ signal }) => (await call(getPayment, { id }, { signal })).payment,
  });
  if (data?.transfer) {
    return (
      <TransferDetails to={data.transfer} payment={data} level={3}>
        <PaymentLink id={id} />
      </TransferDetails>
    );
  }
  if (error) return <LoadFailure error={error} onRetry={refetch} />;
  return data ? <PaymentLink id={id} /> : <Skeleton className="h-64 rounded-card" />;
}

function PaymentLink({ id }: { id: string }) {
  return (
    <p className="mt-4">
      <TextLink href={`/transactions/${id}`} className="target">
        <Trans>See this payment</Trans>
      </TextLink>
    </p>
  );
}
