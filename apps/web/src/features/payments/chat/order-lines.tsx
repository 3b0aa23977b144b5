import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { OrderPrice, WithTaxes } from '../checkout/order-facts.tsx';
import type { Purchase } from '../checkout/purchase.ts';
import { useWayName, useWhenCreditsCome } from '../checkout/way-texts.ts';

/** Above the pay button: what is bought, how, when it comes, and the total. */
export function OrderTotal({ purchase: { pack, way, vat } }: { purchase: Purchase }) {
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
          <WithTaxes vat={vat} />
        </span>
      </dd>
    </dl>
  );
}
