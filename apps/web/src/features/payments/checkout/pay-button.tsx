import type { PaymentMethod } from '@heartline/contracts';
import { Button } from '@heartline/ui';
import { Trans } from '@lingui/react/macro';
import { Lock } from 'lucide-react';
import { useFormatLocale } from '../../../client/language.ts';
import { formatMoney } from '../../../people/money.ts';
import type { Purchase } from './purchase.ts';
import type { usePayment } from './use-payment.ts';

/** The address of paying this pack by direct debit. It names the typed code, so that it survives a reload. */
export function debitPath({ pack }: Purchase): string {
  const { id, code } = pack;
  return `/directdebit?${new URLSearchParams({ package: id, ...(code && { code: code.code }) }).toString()}`;
}

interface PayButtonProps {
  purchase: Purchase;
  payment: ReturnType<typeof usePayment>;
  /** Prices of another country are on their way: a press would pay the old ones. */
  isStale: boolean;
  isFullWidth?: boolean;
  /** Runs before the page goes to the form of direct debit; without it, a link leads there. */
  onDebit?: () => void;
}

/**
 * The button that obliges the member to pay: its words name the amount. For direct debit it leads to the form, which has
 * that button.
 */
export function PayButton({ purchase, payment, isStale, isFullWidth, onDebit }: PayButtonProps) {
  const price = formatMoney(useFormatLocale(), purchase.pack.priceCents, purchase.pack.currency);
  const look = {
    variant: 'primary',
    size: 'lg',
    isFullWidth,
    className: 'max-sm:w-full sm:shrink-0 sm:self-center',
  } as const;
  if (purchase.way.id === 'sdd') {
    return (
      <Button {...look} {...(onDebit ? { onPress: onDebit } : { href: debitPath(purchase) })}>
        <Trans>Continue to direct debit</Trans>
      </Button>
    );
  }
  return (
    <Button
      {...look}
      isPending={payment.isPending || payment.isSuccess || isStale}
      onPress={() => payment.mutate(purchase)}
    >
      <Trans>Pay {price}</Trans>
    </Button>
  );
}

/** Says where the member pays next. Card details are entered at the provider, never here. */
export function WhereToPay({ purchase }: { purchase: Purchase }) {
  return (
    <p className="mt-3 flex items-start gap-2 text-sm text-ink-2">
      <Lock className="mt-px size-4 shrink-0" aria-hidden />
      <NextPlace way={purchase.way.id} />
    </p>
  );
}

function NextPlace({ way }: { way: PaymentMethod }) {
  switch (way) {
    case 'sct':
      return <Trans>Next, we show you the account to transfer the money to.</Trans>;
    case 'sdd':
      return (
        <Trans>
          Next, you enter your account and sign with a code from a text message. We never store your IBAN.
        </Trans>
      );
    default:
      return <Trans>You pay on our payment partner’s page. We never see your bank or card details.</Trans>;
  }
}
