import type { ReactNode } from 'react';
import { OrderSummary } from '../checkout/order-summary.tsx';
import type { Purchase } from '../checkout/purchase.ts';
import { WhenCredits } from './when-credits.tsx';

interface StepProps {
  purchase: Purchase;
  isTrusted: boolean;
  /** Day of the debit, `YYYY-MM-DD`. */
  debitOn: string;
  /** The button, and what stands around it. */
  order: ReactNode;
  children: ReactNode;
}

/** A step on the left, and the order with its button on the right; on phones below. */
export function Step({ purchase, isTrusted, debitOn, order, children }: StepProps) {
  const { pack, way, vat } = purchase;
  return (
    <div className="grid grid-cols-1 items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
      {children}
      <div className="lg:sticky lg:top-[calc(var(--bar-height)+1.5rem)]">
        <OrderSummary
          {...{ pack, way, vat }}
          comes={
            <WhenCredits {...{ isTrusted, debitOn }} priceCents={pack.priceCents} currency={pack.currency} />
          }
        >
          {order}
        </OrderSummary>
      </div>
    </div>
  );
}
