import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';

/** Texts for prices and balances. */
export function usePriceText() {
  const { t } = useLingui();
  return {
    /** "1 credit", "free". */
    price: (credits: number) =>
      credits === 0 ? t`free` : plural(credits, { one: '# credit', other: '# credits' }),
    /** "You have 12 credits". */
    balance: (credits: number) => plural(credits, { one: 'You have # credit', other: 'You have # credits' }),
  };
}
