import { getDiscountCode } from '@heartline/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../client/api.ts';
import { keys } from '../../../client/query.ts';

/** The site’s welcome code for an unpaid member (S7-036). An error is not shown: prices know the discount (S8-031). */
export const welcomeCodeQuery = queryOptions({
  queryKey: keys.welcomeDiscountCode,
  queryFn: async ({ signal }) => (await call(getDiscountCode, { welcome: 'true' }, { signal })).discountcode,
  staleTime: Number.POSITIVE_INFINITY,
});
