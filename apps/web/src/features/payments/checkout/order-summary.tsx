import type { CreditPackage, PaymentWay } from '@heartline/contracts';
import { Card } from '@heartline/ui';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { OneTimePayment, OrderPrice } from './order-facts.tsx';
import { useSeller } from './seller.ts';
import { useWayName, useWhenCreditsCome } from './way-texts.ts';

interface OrderSummaryProps {
  pack: CreditPackage;
  way: PaymentWay | undefined;
  /** The pay button and what stands under it. */
  children: ReactNode;
}

/**
 * The order, above the button that obliges the member to pay. It names pack, total with VAT, way, seller and withdrawal,
 * as the law asks.
 */
export function OrderSummary({ pack, way, children }: OrderSummaryProps) {
  const { t } = useLingui();
  const seller = useSeller();
  const nameOf = useWayName();
  const whenCome = useWhenCreditsCome();
  return (
    <Card>
      <h2 className="title mb-3 text-lg">
        <Trans>Your order</Trans>
      </h2>
      <dl className="grid gap-2.5">
        <Row name={t`Pack`}>{plural(pack.credits, { one: '# credit', other: '# credits' })}</Row>
        {way && (
          <Row name={t`Payment method`}>
            {nameOf(way.id)}
            <span className="block text-sm text-ink-2">{whenCome(way.comes)}</span>
          </Row>
        )}
        <Row name={t`Seller`}>{seller}</Row>
        <Total pack={pack} />
      </dl>
      <div className="mt-5">{children}</div>
      <p className="mt-4 text-sm text-ink-2">
        <OneTimePayment />
      </p>
    </Card>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="shrink-0 text-ink-2">{name}</dt>
      <dd className="min-w-0 text-right font-medium wrap-anywhere">{children}</dd>
    </div>
  );
}

function Total({ pack }: { pack: CreditPackage }) {
  const { t } = useLingui();
  return (
    <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-line pt-3.5">
      <dt className="font-semibold">{t`Total`}</dt>
      <dd className="tabular min-w-0 text-right">
        <span className="text-sm text-ink-2">
          <Trans>incl. VAT</Trans>
        </span>{' '}
        <OrderPrice pack={pack} className="text-lg" />
      </dd>
    </div>
  );
}
