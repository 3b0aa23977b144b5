import { Trans } from '@lingui/react/macro';
import { usePriceText } from '../price-text.ts';

interface BalanceLineProps {
  price: number;
  credits: number;
  onGetCredits: () => void;
}

/** Shown under the field of a paid message: the balance. The price is on the button alone. */
export function BalanceLine({ price, credits, onGetCredits }: BalanceLineProps) {
  const words = usePriceText();
  if (price === 0) return null;
  return (
    <>
      {words.balance(credits)}
      {credits < price && (
        <>
          {' '}
          <button
            type="button"
            onClick={onGetCredits}
            className="target cursor-pointer rounded-sm font-semibold text-sky underline underline-offset-3"
          >
            <Trans>Get credits</Trans>
          </button>
        </>
      )}
    </>
  );
}
