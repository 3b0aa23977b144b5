import type { CreditPackage, PaymentWay } from '@heartline/contracts';
import { Card } from '@heartline/ui';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { OrderPrice, OrderTerms, WithTaxes } from './order-facts.tsx';
import { useWayName, useWhenCreditsCome } from './way-texts.ts';

interface OrderSummaryProps {
  pack: CreditPackage;
  way: PaymentWay | undefined;
  /** VAT in the price, in percent. */
  vat: number;
  /** When the credits come, where more is known than the way says. */
  comes?: ReactNode;
  /** The pay button and what stands under it. */
  children: ReactNode;
}

/**
 * The order, above the button that obliges the member to pay. It names pack, way, total with taxes, withdrawal, seller
 * and terms, as the law asks.
 */
export function OrderSummary({ pack, way, vat, comes, children }: OrderSummaryProps) {
  const { t } = useLingui();
  const nameOf = useWayName();
  const whenCome = useWhenCreditsCome();
  return (
    <Card>
      <h2 className="title mb-3 text-lg">
        <Trans>Your order</Trans>
      </h2>
      <dl className="grid gap-2.5">
        <Row name={t`Pack`}>
          {plural(pack.credits, { one: '# credit', other: '# credits' })}
          <span className="block text-sm text-ink-2">{t`One-time payment, no subscription`}</span>
        </Row>
        {way && (
          <Row name={t`Payment method`}>
            {nameOf(way.id)}
            <span className="block text-sm text-ink-2">{comes ?? whenCome(way.comes)}</span>
          </Row>
        )}
        <Total pack={pack} vat={vat} />
      </dl>
      <div className="mt-4 mb-5">
        <OrderTerms />
      </div>
      {children}
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

function Total({ pack, vat }: Pick<OrderSummaryProps, 'pack' | 'vat'>) {
  const { t } = useLingui();
  return (
    <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-line pt-3.5">
      <dt className="font-semibold">{t`Total`}</dt>
      <dd className="tabular min-w-0 text-right">
        <span className="text-sm text-ink-2">
          <WithTaxes vat={vat} />
        </span>{' '}
        <OrderPrice pack={pack} className="text-lg" />
      </dd>
    </div>
  );
}
