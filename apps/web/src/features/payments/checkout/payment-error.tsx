import { Banner, Button, FormError } from '@heartline/ui';
import { Trans } from '@lingui/react/macro';
import { ApiError } from '../../../client/api.ts';
import { useErrorMessage } from '../../../client/error-message.ts';
import { useFormatLocale } from '../../../client/language.ts';

/** Why a payment could not be opened. One that is still open is offered to go on with. Takes no room without an error. */
export function PaymentError({ error }: { error: Error | null }) {
  const errorTextOf = useErrorMessage();
  const open = error instanceof ApiError && error.code === 'CHECKOUT_OPEN' ? error.values : undefined;
  return (
    <div className={error ? 'mb-3' : undefined}>
      <FormError>{error && !open ? errorTextOf(error) : undefined}</FormError>
      <div aria-live="polite">{open && <OpenCheckout {...open} />}</div>
    </div>
  );
}

/** Values of the refusal CHECKOUT_OPEN: the payment, the provider's page, and when it ends by itself. */
interface OpenValues {
  payment?: string | number;
  redirect?: string | number;
  until?: string | number;
}

function OpenCheckout({ payment, redirect, until }: OpenValues) {
  const locale = useFormatLocale();
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(Number(until));
  return (
    <Banner tone="warn" title={<Trans>Your other checkout is still open</Trans>}>
      {Number(until) > 0 && <Trans>Finish it or cancel it. It closes automatically at {time}.</Trans>}
      <div className="mt-3 mb-1 flex flex-wrap gap-2">
        <Button size="sm" href={redirect ? String(redirect) : `/transactions/${payment}`}>
          <Trans>Continue</Trans>
        </Button>
        <Button size="sm" variant="ghost" href={`/transactions/${payment}`}>
          <Trans>Details</Trans>
        </Button>
      </div>
    </Banner>
  );
}
