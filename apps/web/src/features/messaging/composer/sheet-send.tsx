import type { ProfileCard } from '@heartline/contracts';
import { Button } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { usePriceWords } from '../price-words.ts';
import { useBlockedReason } from './use-blocked-reason.tsx';

interface SheetSendProps {
  profile: Pick<ProfileCard, 'id' | 'name'>;
  /** What it costs, and what there is; undefined while nothing is chosen. */
  price: number | undefined;
  credits: number;
  isReady: boolean;
  onSend: () => void;
  onClose: () => void;
}

/** The foot of a sheet that sends something: what it costs and what is left, or why it can't be sent now. */
export function SheetSend({ profile, price, credits, isReady, onSend, onClose }: SheetSendProps) {
  const { t } = useLingui();
  const words = usePriceWords();
  const { id, name } = profile;
  const isCovered = price === undefined || credits >= price;
  const blocked = useBlockedReason({ text: '', name, isCovered, profile: id });
  const amount = words.price(price ?? 0);
  return (
    <>
      <p className="text-sm text-ink-2 max-sm:order-last sm:mr-auto sm:self-center" role="status">
        {blocked ?? words.balance(credits)}
      </p>
      <Button onPress={onClose}>
        <Trans>Cancel</Trans>
      </Button>
      <Button variant="primary" isDisabled={!isReady || blocked !== undefined} onPress={onSend}>
        {price === undefined ? t`Send` : t`Send · ${amount}`}
      </Button>
    </>
  );
}
