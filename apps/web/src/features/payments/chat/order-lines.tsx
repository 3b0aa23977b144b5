import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { OneTimePayment, OrderPrice } from '../checkout/order-facts.tsx';
import { WhereToPay } from '../checkout/pay-button.tsx';
import { useSeller } from '../checkout/seller.ts';
import type { Purchase } from '../checkout/use-payment.ts';
import { useWayName, useWhenCreditsCome } from '../checkout/way-texts.ts';

/** Beside the pay button: what is bought, and the total. */
export function OrderTotal({ purchase: { pack, way } }: { purchase: Purchase }) {
  const { t } = useLingui();
  const nameOf = useWayName();
  const whenCome = useWhenCreditsCome();
  return (
    <dl className="flex items-center justify-between gap-x-4 text-sm">
      <dt className="sr-only">{t`Your order`}</dt>
      <dd className="min-w-0">
        <span className="block font-semibold">
          {plural(pack.credits, { one: '# credit', other: '# credits' })} · {nameOf(way.id)}
        </span>
        <span className="block text-ink-2">{whenCome(way.comes)}</span>
      </dd>
      <dt className="sr-only">{t`Total`}</dt>
      <dd className="tabular shrink-0 text-right">
        <OrderPrice pack={pack} className="text-md" />{' '}
        <span className="block text-ink-2">
          <Trans>incl. VAT</Trans>
        </span>
      </dd>
    </dl>
  );
}

interface OrderTermsProps {
  purchase: Purchase;
  /** When the waiting message is sent. */
  afterwards: ReactNode;
}

/** Facts that the law wants before a purchase: one payment, withdrawal, seller. */
export function OrderTerms({ purchase, afterwards }: OrderTermsProps) {
  const seller = useSeller();
  return (
    <div>
      {afterwards && <p className="font-semibold">{afterwards}</p>}
      <WhereToPay purchase={purchase} />
      <p className="mt-1.5 text-sm text-ink-2">
        <OneTimePayment /> <Trans>Seller: {seller}</Trans>
      </p>
    </div>
  );
}
