import { queryOptions, useQuery } from '@tanstack/react-query';
import { keys, queryClient } from '../../../client/query.ts';
import { useSettings } from '../../../client/session.ts';
import { lastWay } from './last-way.ts';

/** The country that the member chose to pay from, kept with the page’s data like the packs; null for their own. */
const countryQuery = queryOptions<string | null>({
  queryKey: keys.paymentCountry,
  queryFn: () => lastWay()?.country ?? null,
  initialData: () => lastWay()?.country ?? null,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** The chosen country; null for the member’s own, and for one that the site no longer serves. */
export function usePaymentCountry(): string | null {
  const { countries } = useSettings();
  const { data } = useQuery(countryQuery);
  return data && countries.includes(data) ? data : null;
}

/** Chooses the country to pay from. Prices and ways to pay of that country are then asked for. */
export function choosePaymentCountry(country: string): void {
  queryClient.setQueryData(keys.paymentCountry, country);
}
