import { getGifts } from '@heartline/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../client/api.ts';
import { keys } from '../../../client/query.ts';

/** The gifts of the site, named in the page's language. */
export const giftsQuery = (locale: string) =>
  queryOptions({
    queryKey: keys.gifts(locale),
    queryFn: async ({ signal }) => (await call(getGifts, {}, { signal })).gifts,
    staleTime: 60_000,
  });

/** URL of the picture of a gift. */
export const giftPicture = (picture: string) => `/gifts/${picture}.svg`;
