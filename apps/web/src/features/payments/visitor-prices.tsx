import { getPrices } from '@heartline/contracts';
import { Button, FormError, Skeleton } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../client/api.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { keys, queryClient } from '../../client/query.ts';
import { useSettings } from '../../client/session.ts';
import { useSlots } from '../../client/slots.tsx';
import { PricesView, VisitorPricesView } from './visitor-prices-view.tsx';

const pricesQuery = (country: string | null) =>
  queryOptions({
    queryKey: keys.prices(country),
    queryFn: ({ signal }) => call(getPrices, country ? { country } : {}, { signal }),
  });

/** Loads the prices of a page that was served, so that the app takes it over whole. */
export const prefetchPrices = () => queryClient.prefetchQuery(pricesQuery(null));

/** The prices in a visitor’s country, or in another one (S2-055). */
export function VisitorPrices() {
  const { openSignUp } = useSlots();
  const settings = useSettings();
  return (
    <VisitorPricesView settings={settings} onSignUp={() => openSignUp()}>
      <Prices />
    </VisitorPricesView>
  );
}

function Prices() {
  const { t } = useLingui();
  const settings = useSettings();
  const errorTextOf = useErrorMessage();
  const [country, setCountry] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({
    ...pricesQuery(country),
    placeholderData: keepPreviousData,
  });
  if (!data && error) {
    return (
      <div className="grid justify-items-start gap-3">
        <FormError>{errorTextOf(error)}</FormError>
        <Button onPress={() => void refetch()}>{t`Try again`}</Button>
      </div>
    );
  }
  if (!data) return <Skeleton className="h-96 rounded-card sm:h-56" />;
  return <PricesView settings={settings} prices={data} onCountry={setCountry} />;
}
