import type { CreditPackage, MethodReason, PaymentMethod, PaymentWay } from '@heartline/contracts';
import { METHOD_NAMES } from '@heartline/domain';
import type { WayOption } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useErrorMessage } from '../../../client/error-message.ts';
import { useFormatLocale } from '../../../client/language.ts';
import { useCountryName } from '../../../people/country-name.ts';
import { formatMoney } from '../../../people/money.ts';
import type { OfferedWay } from './offered-ways.ts';

const BRANDS: Readonly<Record<PaymentWay['brands'][number], string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  maestro: 'Maestro',
  cartebancaire: 'Carte Bancaire',
};

/** The name of a way to pay, in the language of the page. */
export function useWayName(): (method: PaymentMethod) => string {
  const { t } = useLingui();
  return (method) => {
    if (method === 'sdd') return t`SEPA direct debit`;
    if (method === 'sct') return t`Bank transfer`;
    return method === 'creditcard' ? t`Credit or debit card` : METHOD_NAMES[method];
  };
}

/** When the credits come after paying, as a sentence of its own. */
export function useWhenCreditsCome(): (comes: PaymentWay['comes']) => string {
  const { t } = useLingui();
  return (comes) => {
    switch (comes) {
      case 'at-once':
        return t`Credits right away`;
      case 'minutes':
        return t`Credits within minutes`;
      case 'day':
        return t`Credits in about one working day`;
      default:
        return t`Credits in about a week`;
    }
  };
}

/** Why a way to pay can’t be had, in words. */
function useReasonText() {
  const { t } = useLingui();
  const locale = useFormatLocale();
  const nameOf = useCountryName();
  const errorTextOf = useErrorMessage();
  return (
    reason: MethodReason,
    way: PaymentWay,
    { currency, priceCents }: CreditPackage,
    paidFrom: string,
  ) => {
    const country = nameOf(paidFrom);
    const atLeast = formatMoney(locale, way.minCents, currency);
    const atMost = way.maxCents === null ? '' : formatMoney(locale, way.maxCents, currency);
    switch (reason) {
      case 'country':
        return t`Not available here (${country})`;
      case 'currency':
        return t`Doesn’t take ${currency}`;
      case 'amount':
        return priceCents < way.minCents ? t`Takes at least ${atLeast}` : t`Takes at most ${atMost}`;
      case 'device':
        return t`Only on Apple devices`;
      case 'blocked':
        return errorTextOf({ code: 'DIRECT_DEBIT_BLOCKED' });
      case 'retired':
        return t`This service no longer exists`;
      default:
        return t`Not available here`;
    }
  };
}

/** The texts on the card of a way to pay. `paidFrom` is the country its price and reason are for. */
export function useWayOption() {
  const nameOf = useWayName();
  const whenCome = useWhenCreditsCome();
  const reasonTextOf = useReasonText();
  return ({ way, reason }: OfferedWay, pack: CreditPackage, paidFrom: string): WayOption<PaymentMethod> => ({
    value: way.id,
    logo: way.id,
    label: nameOf(way.id),
    note: whenCome(way.comes),
    ...(way.brands.length > 0 && { brands: way.brands.map((logo) => ({ logo, label: BRANDS[logo] })) }),
    ...(reason && { reason: reasonTextOf(reason, way, pack, paidFrom) }),
  });
}
