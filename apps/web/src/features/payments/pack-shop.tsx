import type { CreditPackage, PackageId } from '@heartline/contracts';
import { Button, FormError, PackageGroup, PaymentLogo, Skeleton, TextLink } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { useErrorMessage } from '../../client/error-message.ts';
import { useSettings } from '../../client/session.ts';
import { lastWay } from './checkout/last-way.ts';
import { chosenWay, waysFor } from './checkout/offered-ways.ts';
import { PayButton, WhereToPay } from './checkout/pay-button.tsx';
import { usePaymentCountry } from './checkout/payment-country.ts';
import { PaymentError } from './checkout/payment-error.tsx';
import { useSeller } from './checkout/seller.ts';
import { type Purchase, refetchPackages, usePayment } from './checkout/use-payment.ts';
import { useWayName, useWhenCreditsCome } from './checkout/way-texts.ts';
import { OneTimeNotice } from './one-time-notice.tsx';
import { type Packages, usePackages, usePackageText } from './packages.ts';
import { PauseNotice } from './pause-notice.tsx';
import { useTimeBonus } from './time-bonus.ts';

/** The four packs, the way to pay that is chosen, and the button that pays. */
export function PackShop() {
  const { t } = useLingui();
  const { data, error, refetch, isPlaceholderData: isStale } = usePackages();
  const describe = usePackageText();
  const { refund_days: refundDays } = useSettings();
  const errorTextOf = useErrorMessage();
  const [chosen, setChosen] = useState<PackageId | null>(null);
  useBonusEnd();
  if (error && !data) {
    return (
      <div className="grid justify-items-start gap-3">
        <FormError>{errorTextOf(error)}</FormError>
        <Button onPress={() => void refetch()}>{t`Try again`}</Button>
      </div>
    );
  }
  if (!data) return <ShopSkeleton />;
  const pack = data.packages.find((one) => one.id === chosen) ?? data.packages.find((one) => one.popular);
  return (
    <div className="grid grid-cols-1 gap-5">
      <PauseNotice />
      <PackageGroup
        label={t`Choose a pack`}
        options={data.packages.map(describe)}
        value={pack?.id ?? null}
        onChange={(value) => setChosen(value as PackageId)}
        notice={<OneTimeNotice days={refundDays} />}
      />
      {pack && <PayBar pack={pack} packages={data} isStale={isStale} />}
    </div>
  );
}

/** The way to pay that is used unless the member changes it, and the button. */
function PayBar({ pack, packages, isStale }: { pack: CreditPackage; packages: Packages; isStale: boolean }) {
  const payment = usePayment();
  const chosenCountry = usePaymentCountry();
  const seller = useSeller();
  const { ways, paymentCountry: country } = packages;
  const way = chosenWay(waysFor(pack, ways), lastWay()?.method);
  if (!way) {
    return (
      <Button variant="primary" size="lg" href={`/credits/${pack.id}`} className="justify-self-start">
        <Trans>Choose how to pay</Trans>
      </Button>
    );
  }
  const purchase = { pack, way, country, chosenCountry };
  return (
    <div>
      <PaymentError error={payment.error} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4 rounded-card border border-line bg-card p-5">
        <ChosenWay purchase={purchase} />
        <PayButton purchase={purchase} payment={payment} isStale={isStale} />
      </div>
      <WhereToPay purchase={purchase} />
      <p className="mt-1.5 text-sm text-ink-2">
        <Trans>Seller: {seller}</Trans>
      </p>
    </div>
  );
}

function ChosenWay({ purchase: { pack, way } }: { purchase: Purchase }) {
  const nameOf = useWayName();
  const whenCome = useWhenCreditsCome();
  return (
    <div className="flex min-w-0 grow basis-60 items-center gap-3.5">
      <PaymentLogo name={way.id} />
      <p className="min-w-0">
        <span className="block font-semibold">{nameOf(way.id)}</span>
        <span className="flex flex-wrap gap-x-3 text-sm text-ink-2">
          {whenCome(way.comes)}
          <TextLink href={`/credits/${pack.id}/${way.id}`} className="target">
            <Trans>Change payment method</Trans>
          </TextLink>
        </span>
      </p>
    </div>
  );
}

/** The welcome discount ends by the clock, on an open page too: without a live connection no event reports it. */
function useBonusEnd(): void {
  const isRunning = useTimeBonus() !== null;
  const wasRunning = useRef(isRunning);
  useEffect(() => {
    if (wasRunning.current && !isRunning) refetchPackages();
    wasRunning.current = isRunning;
  }, [isRunning]);
}

function ShopSkeleton() {
  return (
    <div aria-hidden className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-4">
      {['p0', 'p1', 'p2', 'p3'].map((id) => (
        <Skeleton key={id} className="h-24 rounded-card sm:h-44" />
      ))}
    </div>
  );
}
