import { openLink } from '@heartline/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../client/api.ts';

/**
 * The purpose of a one-time link, and whether this browser needs a password for it. The query does not use the link up.
 */
export const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['link', token],
    queryFn: () => call(openLink, { token }),
    gcTime: 0,
    enabled: token !== '',
  });
