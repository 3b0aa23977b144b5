import { getRefund } from '@heartline/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api.ts';
import { keys } from './query.ts';

/** The purchases that can be refunded now, and past refunds. In a module of its own to stay out of the first chunk. */
export const refundQuery = queryOptions({
  queryKey: keys.refund,
  queryFn: ({ signal }) => call(getRefund, {}, { signal }),
  staleTime: 0,
});
