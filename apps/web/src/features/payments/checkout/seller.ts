import { useQuery } from '@tanstack/react-query';
import { companyQuery } from '../../../client/query.ts';
import { useSettings } from '../../../client/session.ts';

/** The name of the company that sells; the site’s name until an operator wrote one. */
export function useSeller(): string {
  const { name } = useSettings();
  const { data } = useQuery(companyQuery);
  return data?.name || name;
}
