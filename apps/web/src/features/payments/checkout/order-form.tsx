import type { CreditPackage, PaymentMethod } from '@heartline/contracts';
import { Banner, WayGroup } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Packages } from '../packages.ts';
import { CountrySwitch } from './country-switch.tsx';
import { lastWay } from './last-way.ts';
import { chosenWay, waysFor } from './offered-ways.ts';
import { OrderSummary } from './order-summary.tsx';
import { PayButton, WhereToPay } from './pay-button.tsx';
import { choosePaymentCountry, usePaymentCountry } from './payment-country.ts';
import { PaymentError } from './payment-error.tsx';
import { usePayment } from './use-payment.ts';
import { useWayOption } from './way-texts.ts';

interface OrderFormProps {
  pack: CreditPackage;
  packages: Packages;
  /** True while the packs of another country are on their way. */
  isStale: boolean;
  /** The way that the member asked for: by address, or by an earlier order. */
  asked: PaymentMethod | undefined;
  onWay: (method: PaymentMethod) => void;
  /** Above the ways to pay. */
  children?: ReactNode;
}

/** Ways to pay for one pack, the order, and the button that pays. */
export function OrderForm({ pack, packages, isStale, asked, onWay, children }: OrderFormProps) {
  const { t } = useLingui();
  const payment = usePayment();
  const optionOf = useWayOption();
  const chosenCountry = usePaymentCountry();
  const { ways, paymentCountry: country } = packages;
  const offered = waysFor(pack, ways, asked);
  const way = chosenWay(offered, asked, lastWay()?.method);
  const purchase = way && { pack, way, country, chosenCountry };
  return (
    <div className="grid grid-cols-1 items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="grid grid-cols-1 gap-5">
        {children}
        {!way && (
          <Banner tone="warn">
            <Trans>No payment methods are available in this country right now. Try another country.</Trans>
          </Banner>
        )}
        <WayGroup
          label={t`How do you want to pay?`}
          options={offered.map((one) => optionOf(one, pack, country))}
          value={way?.id ?? null}
          onChange={onWay}
        />
        <CountrySwitch
          label={t`Country you pay from`}
          description={t`Your country decides the currency and payment methods.`}
          value={country}
          onChange={choosePaymentCountry}
        />
      </div>
      <div className="lg:sticky lg:top-[calc(var(--bar-height)+1.5rem)]">
        <OrderSummary pack={pack} way={way}>
          <PaymentError error={payment.error} />
          {purchase && (
            <>
              <PayButton purchase={purchase} payment={payment} isStale={isStale} isFullWidth />
              <WhereToPay purchase={purchase} />
            </>
          )}
        </OrderSummary>
      </div>
    </div>
  );
}
