import { plural } from '@lingui/core/macro';
import { useFormatLocale } from '../../../client/language.ts';
import { formatMoment } from '../../../people/moment.ts';
import { formatMoney } from '../../../people/money.ts';
import { useWayName } from '../checkout/way-texts.ts';
import type { Payment } from './payment-view.ts';

/** The order with its price, way and time: small, under each result. */
export function PaymentLine({ payment }: { payment: Payment }) {
  const locale = useFormatLocale();
  const nameOf = useWayName();
  const { credits, priceCents, currency, method, createdAt } = payment;
  return (
    <p className="tabular mt-8 text-center text-sm text-ink-2">
      {plural(credits, { one: '# credit', other: '# credits' })} · {formatMoney(locale, priceCents, currency)}{' '}
      · {nameOf(method)} · {formatMoment(locale, createdAt)}
    </p>
  );
}
