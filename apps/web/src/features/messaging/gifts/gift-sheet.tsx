import type { Gift, ProfileCard } from '@heartline/contracts';
import { cleanNote } from '@heartline/domain';
import { classNames, Dialog, Skeleton } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useAskBeforeClosing } from '../../../client/ask-before-closing.tsx';
import { LoadFailure } from '../../../client/load-failure.tsx';
import { SheetLabel } from '../../../people/sheet-label.tsx';
import { SheetSend, useSheetSend } from '../composer/sheet-send.tsx';
import { SheetTextField } from '../composer/sheet-text-field.tsx';
import { usePersistedSheet } from '../composer/sheets.ts';
import type { Outgoing } from '../composer/use-send.ts';
import { usePriceText } from '../price-text.ts';
import { giftPicture, giftsQuery } from './gifts-query.ts';

interface GiftSheetProps {
  conversation: string;
  profile: Pick<ProfileCard, 'id' | 'name' | 'fictional'>;
  credits: number;
  content: { gift: string | undefined; words: string };
  onSend: (outgoing: Outgoing) => void;
  onClose: () => void;
}

/** Sheet to choose a gift, add a text, and send it at the shown price. */
export function GiftSheet({ conversation, profile, credits, content, onSend, onClose }: GiftSheetProps) {
  const { t, i18n } = useLingui();
  const { name } = profile;
  const { data, error, refetch } = useQuery({ ...giftsQuery(i18n.locale), refetchOnMount: 'always' });
  const [chosen, setChosen] = useState(content.gift);
  const [words, setWords] = useState(content.words);
  usePersistedSheet(conversation, content, { words, gift: chosen });
  const { close, question } = useAskBeforeClosing(words.trim() !== '', onClose);
  const gifts = data?.filter((gift) => gift.offered);
  const gift = gifts?.find((one) => one.id === chosen);
  const sending = useSheetSend({
    kind: 'gift',
    profile,
    words,
    price: gift?.credits,
    isReady: gift !== undefined,
    onSend: () => {
      if (!gift) return;
      const { id, picture, credits: price } = gift;
      onSend({ kind: 'gift', text: cleanNote(words), credits: price, gift: { id, picture } });
    },
  });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && close()}
      title={t`A gift for ${name}`}
      closeLabel={t`Close`}
      footer={
        <SheetSend
          price={gift?.credits}
          credits={credits}
          blocked={sending.blocked}
          send={sending.send}
          onClose={onClose}
        />
      }
    >
      <SheetLabel profile={profile} />
      {error && !data ? (
        <LoadFailure error={error} onRetry={refetch}>
          <Trans>We couldn’t load the gifts.</Trans>
        </LoadFailure>
      ) : (
        <div className="grid gap-4">
          <GiftTiles gifts={gifts} chosen={chosen} credits={credits} onChoose={setChosen} />
          <SheetTextField value={words} onChange={setWords} onSend={sending.send} />
        </div>
      )}
      {question}
    </Dialog>
  );
}

interface GiftTilesProps {
  /** Undefined while they load. */
  gifts: readonly Gift[] | undefined;
  chosen: string | undefined;
  credits: number;
  onChoose: (gift: string) => void;
}

/** The gifts as a radio group. The focus starts at the chosen gift, or at the first without choosing it. */
function GiftTiles({ gifts, chosen, credits, onChoose }: GiftTilesProps) {
  const { t } = useLingui();
  const tiles = useRef<HTMLDivElement>(null);
  const areThere = gifts !== undefined;
  useEffect(() => {
    const sheet = tiles.current?.closest('[role=dialog]');
    const { activeElement } = document;
    // Gifts that load late must not take the focus from the text or a button.
    const isElsewhere = activeElement !== sheet && sheet?.contains(activeElement);
    if (!areThere || isElsewhere) return;
    const [first] = tiles.current?.querySelectorAll('input') ?? [];
    (tiles.current?.querySelector<HTMLElement>('input:checked') ?? first)?.focus();
  }, [areThere]);
  return (
    <div
      ref={tiles}
      role="radiogroup"
      aria-label={t`Gifts`}
      className="grid grid-cols-3 gap-2 sm:grid-cols-4"
    >
      {gifts
        ? gifts.map((one) => (
            <GiftTile
              key={one.id}
              gift={one}
              isChosen={one.id === chosen}
              isCovered={credits >= one.credits}
              onChoose={() => onChoose(one.id)}
            />
          ))
        : Array.from({ length: 12 }, (_, at) => <Skeleton key={at} className="h-38 rounded-card" />)}
    </div>
  );
}

interface GiftTileProps {
  gift: Gift;
  isChosen: boolean;
  /** The balance covers the price. */
  isCovered: boolean;
  onChoose: () => void;
}

/** A gift above the balance can be chosen too; the sheet then says what is missing. */
function GiftTile({ gift, isChosen, isCovered, onChoose }: GiftTileProps) {
  const { t } = useLingui();
  const price = usePriceText().price(gift.credits);
  const { name } = gift;
  return (
    <label
      className={classNames(
        'relative grid cursor-pointer justify-items-center gap-0.5 rounded-card border px-1 pt-2 pb-2.5 text-center transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink',
        isChosen ? 'border-pulse bg-pulse-soft' : 'border-line bg-card hover:bg-hover',
      )}
    >
      {/* As large as the tile, so that a focused tile scrolls fully into view. */}
      <input
        type="radio"
        name="gift"
        // A label, because a screen reader would pause between the parts of the tile.
        aria-label={isCovered ? t`${name}, ${price}` : t`${name}, ${price}, not enough credits`}
        className="absolute inset-0 size-full scroll-my-3 cursor-pointer appearance-none outline-none"
        checked={isChosen}
        onChange={onChoose}
      />
      <img
        src={giftPicture(gift.picture)}
        alt=""
        width={80}
        height={80}
        className={classNames(
          'size-20 transition-[scale,opacity,filter] duration-200',
          isChosen && 'scale-108',
          !isCovered && !isChosen && 'opacity-50 grayscale',
        )}
      />
      <span className="flex min-h-10 items-center text-xs leading-tight font-semibold sm:text-sm [overflow-wrap:anywhere]">
        {name}
      </span>
      <span className="tabular text-xs text-ink-2">{price}</span>
    </label>
  );
}
