import type { CreditPackage, PaymentMethod } from '@heartline/contracts';
import type { ReactNode } from 'react';
import { CodeField } from '../discount/code-field.tsx';
import type { Packages } from '../packages.ts';
import { OrderSummary } from './order-summary.tsx';
import { PayButton, WhereToPay } from './pay-button.tsx';
import { PaymentError } from './payment-error.tsx';
import { useOrderOf } from './purchase.ts';
import { usePayment } from './use-payment.ts';
import { WayChoice } from './way-choice.tsx';

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
  const payment = usePayment();
  const order = useOrderOf()(packages, pack, { asked });
  const { offered, purchase } = order;
  const way = purchase?.way;
  return (
    <div className="grid grid-cols-1 items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="grid grid-cols-1 gap-5">
        {children}
        <WayChoice {...{ pack: order.pack, offered, way, onWay }} country={packages.paymentCountry} />
        <CodeField packages={packages} order={order} />
      </div>
      <div className="lg:sticky lg:top-[calc(var(--bar-height)+1.5rem)]">
        <OrderSummary pack={order.pack} way={way} vat={packages.vat}>
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
