import type { MessageKind, ProfileCard } from '@heartline/contracts';
import { Button } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { usePriceText } from '../price-text.ts';
import { useBlockedReason } from './use-blocked-reason.tsx';

interface Sheet {
  kind: Exclude<MessageKind, 'text'>;
  profile: Pick<ProfileCard, 'id' | 'name'>;
  /** Text sent with the photo or gift. */
  words: string;
  /** Price; undefined while nothing is chosen. */
  price: number | undefined;
  isReady: boolean;
  onSend: () => void;
}

/** Why a sheet can't be sent, as text, and the function to send it while nothing blocks it. */
export function useSheetSend({ kind, profile, words, price, isReady, onSend }: Sheet) {
  const { id, name } = profile;
  const blocked = useBlockedReason({ kind, text: words, name, price, profile: id });
  return { blocked, send: isReady && blocked === undefined ? onSend : undefined };
}

interface SheetSendProps {
  price: number | undefined;
  credits: number;
  blocked: ReactNode;
  /** Undefined while nothing can be sent. */
  send: (() => void) | undefined;
  onClose: () => void;
}

/** Foot of a sheet: price and balance, or why it can't be sent now. */
export function SheetSend({ price, credits, blocked, send, onClose }: SheetSendProps) {
  const { t } = useLingui();
  const words = usePriceText();
  const amount = words.price(price ?? 0);
  const balance = words.balance(credits);
  const isShort = price !== undefined && credits < price;
  return (
    <>
      <p className="text-sm text-ink-2 max-sm:order-last sm:mr-auto sm:self-center" role="status">
        {blocked ?? (isShort ? t`${balance}. Next, you can get more.` : balance)}
      </p>
      <Button className="shrink-0 sm:self-center" onPress={onClose}>
        <Trans>Cancel</Trans>
      </Button>
      <Button
        variant="primary"
        className="shrink-0 sm:self-center"
        isDisabled={!send}
        onPress={() => send?.()}
      >
        {price === undefined ? t`Send` : t`Send · ${amount}`}
      </Button>
    </>
  );
}
