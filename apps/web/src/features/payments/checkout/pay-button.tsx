import { Button } from '@heartline/ui';
import { Trans } from '@lingui/react/macro';
import { Lock } from 'lucide-react';
import { useFormatLocale } from '../../../client/language.ts';
import { formatMoney } from '../../../people/money.ts';
import type { Purchase } from './purchase.ts';
import type { usePayment } from './use-payment.ts';

interface PayButtonProps {
  purchase: Purchase;
  payment: ReturnType<typeof usePayment>;
  /** Prices of another country are on their way: a press would pay the old ones. */
  isStale: boolean;
  isFullWidth?: boolean;
}

/** The button that obliges the member to pay. Its words name the amount. */
export function PayButton({ purchase, payment, isStale, isFullWidth }: PayButtonProps) {
  const price = formatMoney(useFormatLocale(), purchase.pack.priceCents, purchase.pack.currency);
  return (
    <Button
      variant="primary"
      size="lg"
      isPending={payment.isPending || payment.isSuccess || isStale}
      onPress={() => payment.mutate(purchase)}
      isFullWidth={isFullWidth}
      className="max-sm:w-full sm:shrink-0 sm:self-center"
    >
      <Trans>Pay {price}</Trans>
    </Button>
  );
}

/** Members enter their bank details at the provider, never here. */
export function WhereToPay({ purchase }: { purchase: Purchase }) {
  return (
    <p className="mt-3 flex items-start gap-2 text-sm text-ink-2">
      <Lock className="mt-px size-4 shrink-0" aria-hidden />
      {purchase.way.id === 'sct' ? (
        <Trans>Next, we show you the account to transfer the money to.</Trans>
      ) : (
        <Trans>You pay on our payment partner’s page. We never see your bank or card details.</Trans>
      )}
    </p>
  );
}
