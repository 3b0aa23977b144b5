import { Trans } from '@lingui/react/macro';
import { usePriceText } from '../price-text.ts';

interface PriceLineProps {
  price: number;
  credits: number;
  name: string;
  onGetCredits: () => void;
}

/** Shown under the field: the price of a message and the balance, or that it is free. */
export function PriceLine({ price, credits, name, onGetCredits }: PriceLineProps) {
  const words = usePriceText();
  const each = words.price(price);
  if (price === 0) return <Trans>Messages to {name} are free.</Trans>;
  return (
    <>
      <Trans>
        {words.balance(credits)} · {each} per message
      </Trans>
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
