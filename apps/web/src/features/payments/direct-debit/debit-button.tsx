import { Button } from '@heartline/ui';
import { Trans } from '@lingui/react/macro';
import type { Ref } from 'react';
import { useFormatLocale } from '../../../client/language.ts';
import { formatMoney } from '../../../people/money.ts';
import type { Purchase } from '../checkout/purchase.ts';

interface DebitButtonProps {
  purchase: Purchase;
  isPending: boolean;
  onPress: () => void;
  ref?: Ref<HTMLButtonElement>;
}

/** The button that obliges the member to pay. Its words name the amount and the way. */
export function DebitButton({ purchase: { pack }, isPending, onPress, ref }: DebitButtonProps) {
  const price = formatMoney(useFormatLocale(), pack.priceCents, pack.currency);
  return (
    <Button ref={ref} variant="primary" size="lg" isFullWidth isPending={isPending} onPress={onPress}>
      <Trans>Pay {price} by direct debit</Trans>
    </Button>
  );
}
