import { openLink } from '@heartline/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../client/api.ts';

/** What a one-time link is for, and whether it asks this browser for a password. Asking uses nothing up. */
export const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['link', token],
    queryFn: () => call(openLink, { token }),
    gcTime: 0,
    enabled: token !== '',
  });
