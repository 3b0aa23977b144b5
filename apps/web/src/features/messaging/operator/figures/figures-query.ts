import { getLanderFigures, type InputOf } from '@heartline/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../../client/api.ts';

export type WantedFigures = Pick<InputOf<typeof getLanderFigures>, 'from' | 'to' | 'by'>;

/** The figures of landing pages. Those before stay until the next ones are there. */
export const figuresQuery = (wanted: WantedFigures) =>
  queryOptions({
    queryKey: ['operator-landers', wanted],
    queryFn: ({ signal }) => call(getLanderFigures, wanted, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
