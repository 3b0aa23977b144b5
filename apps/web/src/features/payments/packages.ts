import { getPackages, type OutputOf } from '@heartline/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../client/api.ts';
import { keys } from '../../client/query.ts';
import { useSettings } from '../../client/session.ts';
import { usePaymentCountry } from './checkout/payment-country.ts';
import { usePackageTextAt } from './package-text.ts';

export type Packages = OutputOf<typeof getPackages>;

/** The packs at this member's price, and the ways to pay, in the country they pay from. */
export function usePackages() {
  const country = usePaymentCountry();
  return useQuery({
    queryKey: keys.packagesIn(country),
    queryFn: ({ signal }) => call(getPackages, country ? { country } : {}, { signal }),
    // Another country replaces the prices in place. Nothing else on the page moves.
    placeholderData: keepPreviousData,
  });
}

/** The texts of a pack's contents and price, in the language of the page. */
export const usePackageText = (vat: number) => usePackageTextAt(useSettings().message_credits, vat);
