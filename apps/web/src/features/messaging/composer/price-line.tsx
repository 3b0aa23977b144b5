import { Trans } from '@lingui/react/macro';
import { usePriceText } from '../price-text.ts';

interface PriceLineProps {
  price: number;
  credits: number;
  name: string;
}

/** Shown under the field: the price of a message and the balance, or that it is free. */
export function PriceLine({ price, credits, name }: PriceLineProps) {
  const words = usePriceText();
  const each = words.price(price);
  if (price > 0) {
    return (
      <Trans>
        {words.balance(credits)} · {each} per message
      </Trans>
    );
  }
  return <Trans>Messages to {name} are free.</Trans>;
}
