import { getPrices } from '@heartline/contracts';
import { Button, FormError, PackageList, Skeleton } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../client/api.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { keys } from '../../client/query.ts';
import { useSettings } from '../../client/session.ts';
import { useSlots } from '../../client/slots.tsx';
import { CountrySwitch } from './checkout/country-switch.tsx';
import { OneTimeNotice } from './one-time-notice.tsx';
import { usePackageText } from './packages.ts';

/** The prices in a visitor’s country, or in another one (S2-055). */
export function VisitorPrices() {
  const { openSignUp } = useSlots();
  const { signup_credits: gift, message_credits: perMessage } = useSettings();
  /** The number of messages that the sign-up credits pay for. */
  const credits = Math.floor(gift / Math.max(1, perMessage));
  return (
    <div className="grid grid-cols-1 gap-6">
      <Prices />
      <p className="max-w-text text-sm text-ink-2">
        <OneTimeNotice />
      </p>
      <p className="flex gap-2">
        <Check className="mt-px size-5 shrink-0 text-leaf" aria-hidden />
        {credits > 1 ? (
          <Trans>Signing up is free, and the first {credits} messages are on us.</Trans>
        ) : (
          <Trans>Signing up is free. Nothing is charged until you buy a credit pack yourself.</Trans>
        )}
      </p>
      <Button variant="primary" size="lg" onPress={() => openSignUp()} className="justify-self-start">
        <Trans>Sign up</Trans>
      </Button>
    </div>
  );
}

function Prices() {
  const { t } = useLingui();
  const describe = usePackageText();
  const errorTextOf = useErrorMessage();
  const [country, setCountry] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: keys.prices(country),
    queryFn: ({ signal }) => call(getPrices, country ? { country } : {}, { signal }),
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
  return (
    <>
      <div className="max-w-narrow">
        <CountrySwitch label={t`Prices for`} value={data.paymentCountry} onChange={setCountry} />
      </div>
      <PackageList label={t`Credit packs`} options={data.packages.map(describe)} />
    </>
  );
}
