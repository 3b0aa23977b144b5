import { type DiscountCode, getPackages, type OutputOf } from '@heartline/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../client/api.ts';
import { serverNow } from '../../client/clock.ts';
import { keys, queryClient } from '../../client/query.ts';
import { useSettings } from '../../client/session.ts';
import { typedCodeQuery } from '../../client/typed-code.ts';
import { usePaymentCountry } from './checkout/payment-country.ts';
import type { ShopDiscounts } from './discount/priced-pack.ts';
import { usePackageTextAt } from './package-text.ts';

/** The packs at the server's price, the ways to pay, and the discounts that decide the price of an order. */
export type Packages = OutputOf<typeof getPackages> & ShopDiscounts;

/** The packs at this member's price, and the ways to pay, in the country they pay from. */
export function usePackages() {
  const country = usePaymentCountry();
  const { data: typed, isPending: isCodeAsked } = useQuery(typedCodeQuery);
  const query = useQuery({
    queryKey: keys.packagesIn(country),
    queryFn: ({ signal }) => call(getPackages, country ? { country } : {}, { signal }),
    // Another country replaces the prices in place. Nothing else on the page moves.
    placeholderData: keepPreviousData,
  });
  useDiscountEnd(query.data?.discount ?? null);
  // Without the answer about the code the prices would change in sight.
  const data: Packages | undefined =
    query.data && !isCodeAsked
      ? { ...query.data, own: query.data.discount, typed: typed ?? null }
      : undefined;
  return { ...query, data };
}

/** Asks for the packs, their prices and the ways to pay again. */
export function refetchPackages(): void {
  void queryClient.invalidateQueries({ queryKey: keys.packages });
}

/** Server and page measure the end by clocks that differ a little. */
const MARGIN_MS = 500;
/** Timers of browsers hold no more than 31 bits. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** Asks for the prices again when the discount in them ends: without a live connection no event reports it. */
function useDiscountEnd(discount: DiscountCode | null): void {
  const end = discount?.expires;
  useEffect(() => {
    if (end === undefined) return undefined;
    const left = Math.max(0, end - serverNow()) + MARGIN_MS;
    if (left > LONGEST_TIMER_MS) return undefined;
    const timer = setTimeout(refetchPackages, left);
    return () => clearTimeout(timer);
  }, [end]);
}

/** The texts of a pack's contents and price, in the language of the page. */
export const usePackageText = (vat: number) => usePackageTextAt(useSettings().message_credits, vat);
