import { Button } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { usePriceWords } from '../price-words.ts';
import { NotEnoughCredits } from './not-enough-credits.tsx';

interface SheetSendProps {
  name: string;
  /** What it costs, and what there is; undefined while nothing is chosen. */
  price: number | undefined;
  credits: number;
  isReady: boolean;
  onSend: () => void;
  onClose: () => void;
}

/** The foot of a sheet that sends something: what it costs and what is left, and the way to more credits. */
export function SheetSend({ name, price, credits, isReady, onSend, onClose }: SheetSendProps) {
  const { t } = useLingui();
  const words = usePriceWords();
  const isCovered = price === undefined || credits >= price;
  const amount = words.price(price ?? 0);
  return (
    <>
      <p className="text-sm text-ink-2 max-sm:order-last sm:mr-auto sm:self-center" role="status">
        {isCovered ? words.balance(credits) : <NotEnoughCredits name={name} />}
      </p>
      <Button onPress={onClose}>
        <Trans>Cancel</Trans>
      </Button>
      <Button variant="primary" isDisabled={!isReady || !isCovered} onPress={onSend}>
        {price === undefined ? t`Send` : t`Send · ${amount}`}
      </Button>
    </>
  );
}
