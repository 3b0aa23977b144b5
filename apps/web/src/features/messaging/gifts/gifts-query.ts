import { getGifts } from '@heartline/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../client/api.ts';
import { keys } from '../../../client/query.ts';

/** The gifts of the site, named in the language of the page. */
export const giftsQuery = (locale: string) =>
  queryOptions({
    queryKey: keys.gifts(locale),
    queryFn: async ({ signal }) => (await call(getGifts, {}, { signal })).gifts,
    staleTime: 60_000,
  });

/** Where the drawing of a gift is. */
export const giftPicture = (picture: string) => `/gifts/${picture}.svg`;
