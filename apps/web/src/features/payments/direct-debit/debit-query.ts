import { getDirectDebit, type OutputOf } from '@heartline/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../client/api.ts';
import { keys } from '../../../client/query.ts';

/** The member’s standing mandate, the creditor, and when credits come. */
export type DirectDebitFacts = OutputOf<typeof getDirectDebit>;

export const directDebitQuery = queryOptions({
  queryKey: keys.directDebit,
  queryFn: ({ signal }) => call(getDirectDebit, {}, { signal }),
  // A mandate, a day or a block may have changed elsewhere.
  staleTime: 0,
});
