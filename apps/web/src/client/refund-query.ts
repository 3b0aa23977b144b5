import { getRefund } from '@heartline/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api.ts';
import { keys } from './query.ts';

/** What can be refunded now, and the refunds so far. Apart from the first paint. */
export const refundQuery = queryOptions({
  queryKey: keys.refund,
  queryFn: ({ signal }) => call(getRefund, {}, { signal }),
  staleTime: 0,
});
