import type { PackageId } from '@heartline/contracts';
import {
  Button,
  FormError,
  PackageGroup,
  PayBar,
  PaymentLogo,
  Skeleton,
  TextLink,
  widerThan,
} from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { useErrorMessage } from '../../client/error-message.ts';
import { useMedia } from '../../client/media.ts';
import { useSettings } from '../../client/session.ts';
import { DebtNotice } from '../../people/debt-notice.tsx';
import { OrderTotal } from './chat/order-lines.tsx';
import { OrderTerms } from './checkout/order-facts.tsx';
import { PayButton, WhereToPay } from './checkout/pay-button.tsx';
import { PaymentError } from './checkout/payment-error.tsx';
import { type Purchase, useOrderOf } from './checkout/purchase.ts';
import { usePayment } from './checkout/use-payment.ts';
import { useWayName, useWhenCreditsCome } from './checkout/way-texts.ts';
import { CodeField } from './discount/code-field.tsx';
import { OneTimeNotice } from './one-time-notice.tsx';
import { type Packages, usePackages, usePackageText } from './packages.ts';
import { PauseNotice } from './pause-notice.tsx';

/** The four packs, the way to pay that is chosen, and the button that pays. */
export function PackShop() {
  const { t } = useLingui();
  const { data, error, refetch, isPlaceholderData: isStale } = usePackages();
  const errorTextOf = useErrorMessage();
  if (data) return <Packs packages={data} isStale={isStale} />;
  if (!error) return <ShopSkeleton />;
  return (
    <div className="grid justify-items-start gap-3">
      <FormError>{errorTextOf(error)}</FormError>
      <Button onPress={() => void refetch()}>{t`Try again`}</Button>
    </div>
  );
}

function Packs({ packages, isStale }: { packages: Packages; isStale: boolean }) {
  const { t } = useLingui();
  const describe = usePackageText(packages.vat);
  const { refund_days: refundDays } = useSettings();
  const { packs, order, pack, purchase, setChosen } = useChosenPack(packages);
  const isWide = useMedia(widerThan('sm'));
  const payment = usePayment();
  const button = purchase && <PayButton purchase={purchase} payment={payment} isStale={isStale} />;
  return (
    <>
      <div className="grid grid-cols-1 gap-5">
        <DebtNotice />
        <PauseNotice />
        <PackageGroup
          label={t`Choose a pack`}
          options={packs.map((one) => describe(one, packs[0]))}
          value={pack?.id ?? null}
          onChange={(value) => setChosen(value as PackageId)}
          notice={<OneTimeNotice days={refundDays} />}
        />
        {order && <CodeField packages={packages} order={order} />}
        {pack && !purchase && (
          <Button variant="primary" size="lg" href={`/credits/${pack.id}`} className="justify-self-start">
            <Trans>Choose how to pay</Trans>
          </Button>
        )}
        {purchase && (
          <Order purchase={purchase} error={isWide ? payment.error : null}>
            {isWide && (
              <div className="grid w-80 gap-3">
                <OrderTotal purchase={purchase} />
                {button}
              </div>
            )}
          </Order>
        )}
      </div>
      {/* Beside the packs, so that it stays in view over the whole page. */}
      {purchase && !isWide && (
        <PayBar>
          <PaymentError error={payment.error} />
          <OrderTotal purchase={purchase} />
          <div className="mt-1 mb-2">
            <OrderTerms />
          </div>
          {button}
        </PayBar>
      )}
    </>
  );
}

/** The packs at their prices, and the order of the chosen one; the popular one is chosen at first. */
function useChosenPack(packages: Packages) {
  const orderOf = useOrderOf();
  const [chosen, setChosen] = useState<PackageId | null>(null);
  const orders = packages.packages.map((one) => orderOf(packages, one));
  const order = orders.find(({ pack }) => pack.id === chosen) ?? orders.find(({ pack }) => pack.popular);
  const packs = orders.map(({ pack }) => pack);
  return { packs, order, pack: order?.pack, purchase: order?.purchase, setChosen };
}

interface OrderProps {
  purchase: Purchase;
  error: Error | null;
  /** The total and the pay button, where they are not at the bottom of the window. */
  children: ReactNode;
}

/** The way to pay that is used unless the member changes it. */
function Order({ purchase, error, children }: OrderProps) {
  return (
    <div className="max-sm:mb-5">
      <PaymentError error={error} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4 rounded-card border border-line bg-card p-5">
        <div className="grid min-w-0 grow basis-60 gap-3">
          <ChosenWay purchase={purchase} />
          {children && <OrderTerms />}
        </div>
        {children}
      </div>
      <WhereToPay purchase={purchase} />
    </div>
  );
}

function ChosenWay({ purchase: { pack, way } }: { purchase: Purchase }) {
  const nameOf = useWayName();
  const whenCome = useWhenCreditsCome();
  return (
    <div className="flex min-w-0 items-center gap-3.5">
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

/** The place of the packs until they are known. */
export function ShopSkeleton() {
  return (
    <div aria-hidden className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-4">
      {['p0', 'p1', 'p2', 'p3'].map((id) => (
        <Skeleton key={id} className="h-24 rounded-card sm:h-44" />
      ))}
    </div>
  );
}
