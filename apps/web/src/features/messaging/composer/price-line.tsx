import { Trans } from '@lingui/react/macro';
import { usePriceWords } from '../price-words.ts';

interface PriceLineProps {
  price: number;
  credits: number;
  name: string;
}

/** Under the field: what this message and the next ones cost and what there is to spend, or that it costs nothing. */
export function PriceLine({ price, credits, name }: PriceLineProps) {
  const words = usePriceWords();
  const each = words.price(price);
  if (price > 0) {
    return (
      <Trans>
        {words.balance(credits)} · {each} a message
      </Trans>
    );
  }
  return <Trans>Messages to {name} are free.</Trans>;
}
