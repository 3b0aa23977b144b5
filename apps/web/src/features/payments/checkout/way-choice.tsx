import type { CreditPackage, PaymentMethod, PaymentWay } from '@heartline/contracts';
import { Banner, Button, WayGroup } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { CountrySwitch } from './country-switch.tsx';
import type { OfferedWay } from './offered-ways.ts';
import { choosePaymentCountry } from './payment-country.ts';
import { useWayOption } from './way-texts.ts';

interface WayChoiceProps {
  pack: CreditPackage;
  offered: readonly OfferedWay[];
  way: PaymentWay | undefined;
  country: string;
  /** Ways shown, besides the chosen one, before the member asks for more; without it, all. */
  first?: number;
  onWay: (way: PaymentMethod) => void;
}

/** Ways to pay, and the country; with `first`, the chosen way and the first others until the member asks for more. */
export function WayChoice({ pack, offered, way, country, first, onWay }: WayChoiceProps) {
  const { t } = useLingui();
  const [isAll, setAll] = useState(first === undefined);
  const optionOf = useWayOption();
  const shown =
    isAll || !way
      ? offered
      : offered.filter((one, index) => index < (first ?? offered.length) || one.way.id === way.id);
  return (
    <>
      {!way && (
        <Banner tone="warn">
          <Trans>No payment methods are available in this country right now. Try another country.</Trans>
        </Banner>
      )}
      <WayGroup
        label={t`How do you want to pay?`}
        options={shown.map((one) => optionOf(one, pack, country))}
        value={way?.id ?? null}
        onChange={onWay}
      />
      {isAll || !way ? (
        <CountrySwitch
          label={t`Country you pay from`}
          description={t`Your country decides the currency and payment methods.`}
          value={country}
          onChange={choosePaymentCountry}
        />
      ) : (
        <Button size="sm" variant="ghost" className="justify-self-start" onPress={() => setAll(true)}>
          <Trans>More ways to pay</Trans>
        </Button>
      )}
    </>
  );
}
