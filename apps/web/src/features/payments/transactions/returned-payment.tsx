import { Button, EmptyState } from '@heartline/ui';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { useFormatLocale } from '../../../client/language.ts';
import { askWhoThisIs, useMember } from '../../../client/session.ts';
import { formatMoney } from '../../../people/money.ts';
import { PaymentLine } from './payment-line.tsx';
import type { Payment } from './payment-view.ts';

/** The bank did not pay, or took the money back: what happened, what is owed, and how to settle it. */
export function ReturnedPayment({ payment }: { payment: Payment }) {
  const { t } = useLingui();
  const { debt } = useMember();
  // A debit whose money never came; any other payment was paid, and disputed later.
  const isUnpaid = payment.settlement === 'returned';
  const money = formatMoney(useFormatLocale(), payment.priceCents, payment.currency);
  // Without a live connection nothing else updates the balance for minutes.
  useEffect(askWhoThisIs, []);
  return (
    <>
      <EmptyState
        level={1}
        drawing="credits"
        title={isUnpaid ? t`Your bank returned the debit` : t`Your bank took the payment back`}
        action={
          <Button variant="primary" href={`/credits/${payment.package}`}>
            {debt > 0 ? <Trans>Settle with a new purchase</Trans> : <Trans>Get credits</Trans>}
          </Button>
        }
        className="pb-0"
      >
        {isUnpaid ? (
          <Trans>The {money} didn’t reach us, so we took the credits of this purchase back.</Trans>
        ) : (
          <Trans>The {money} went back to you, so we took the credits of this purchase back.</Trans>
        )}{' '}
        {debt > 0
          ? plural(debt, {
              one: '# credit had been spent already. Your next purchase repays it first, and then all is settled.',
              other:
                '# credits had been spent already. Your next purchase repays them first, and then all is settled.',
            })
          : t`There’s nothing left to settle.`}
      </EmptyState>
      <PaymentLine payment={payment} />
    </>
  );
}
