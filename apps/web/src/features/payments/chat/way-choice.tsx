import type { CreditPackage, PaymentMethod, PaymentWay } from '@heartline/contracts';
import { Banner, Button, WayGroup } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { CountrySwitch } from '../checkout/country-switch.tsx';
import type { OfferedWay } from '../checkout/offered-ways.ts';
import { choosePaymentCountry } from '../checkout/payment-country.ts';
import { useWayOption } from '../checkout/way-texts.ts';

/** Ways shown, besides the chosen one, before the member asks for more. */
const FIRST_WAYS = 2;

interface WayChoiceProps {
  pack: CreditPackage;
  offered: readonly OfferedWay[];
  way: PaymentWay | undefined;
  country: string;
  onWay: (way: PaymentMethod) => void;
}

/** Ways to pay: the chosen one and the first others; all of them, and the country, on request. */
export function WayChoice({ pack, offered, way, country, onWay }: WayChoiceProps) {
  const { t } = useLingui();
  const [isAll, setAll] = useState(false);
  const optionOf = useWayOption();
  const shown =
    isAll || !way ? offered : offered.filter((one, index) => index < FIRST_WAYS || one.way.id === way.id);
  return (
    <div className="grid grid-cols-1 gap-3">
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
    </div>
  );
}
