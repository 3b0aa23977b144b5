import { Trans } from '@lingui/react/macro';

/** The terms of every purchase: a single payment, refundable as far as unspent, and Premium. */
export function OneTimeNotice({ days }: { days: number }) {
  return (
    <Trans>
      One-time payment, no subscription. What you don’t spend can be refunded within {days} days. Your first
      pack makes you Premium for life, unless you refund more than half of it.
    </Trans>
  );
}
