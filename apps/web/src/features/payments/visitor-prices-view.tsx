import type { getPrices, OutputOf, PublicSettings } from '@heartline/contracts';
import { Button, PackageList } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { CountrySwitchView } from './checkout/country-switch-view.tsx';
import { OneTimeNotice } from './one-time-notice.tsx';
import { usePackageTextAt } from './package-text.ts';

interface VisitorPricesViewProps {
  settings: Pick<PublicSettings, 'signup_credits' | 'message_credits' | 'refund_days'>;
  /** The packs, or what stands for them while they load. */
  children: ReactNode;
  /** Replaces the link to the sign-up. */
  onSignUp?: () => void;
}

/** The prices with their terms and the way to the sign-up. */
export function VisitorPricesView({ settings, children, onSignUp }: VisitorPricesViewProps) {
  const { signup_credits: gift, message_credits: perMessage, refund_days: days } = settings;
  /** The number of messages that the sign-up credits pay for. */
  const credits = Math.floor(gift / Math.max(1, perMessage));
  const action = onSignUp ? { onPress: onSignUp } : { href: '/signup' };
  return (
    <div className="grid grid-cols-1 gap-6">
      {children}
      <p className="max-w-text text-sm text-ink-2">
        <OneTimeNotice days={days} />
      </p>
      <p className="flex gap-2">
        <Check className="mt-px size-5 shrink-0 text-leaf" aria-hidden />
        {credits > 1 ? (
          <Trans>Signing up is free, and the first {credits} messages are on us.</Trans>
        ) : (
          <Trans>Signing up is free. You only pay if you choose to buy a credit pack.</Trans>
        )}
      </p>
      <Button variant="primary" size="lg" {...action} className="justify-self-start">
        <Trans>Sign up</Trans>
      </Button>
    </div>
  );
}

interface PricesViewProps {
  settings: Pick<PublicSettings, 'countries' | 'message_credits'>;
  prices: OutputOf<typeof getPrices>;
  onCountry: (country: string) => void;
}

/** The packs at their price in a country. */
export function PricesView({ settings, prices, onCountry }: PricesViewProps) {
  const { t } = useLingui();
  const describe = usePackageTextAt(settings.message_credits, prices.vat);
  return (
    <>
      <div className="max-w-narrow">
        <CountrySwitchView
          countries={settings.countries}
          label={t`Prices for`}
          value={prices.paymentCountry}
          onChange={onCountry}
        />
      </div>
      <PackageList
        label={t`Credit packs`}
        options={prices.packages.map((pack) => describe(pack, prices.packages[0]))}
      />
    </>
  );
}
