import { Trans } from '@lingui/react/macro';
import { usePriceWords } from '../price-words.ts';

/** Under the field: what there is to spend, or that it costs nothing. */
export function PriceLine({ price, credits, name }: { price: number; credits: number; name: string }) {
  const words = usePriceWords();
  if (price > 0) return words.balance(credits);
  return <Trans>Messages to {name} are free.</Trans>;
}
