import type { ProfileCard } from '@heartline/contracts';
import { photoPrice } from '@heartline/domain';
import { IconButton, Menu, widerThan } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { Gift, ImagePlus, Plus } from 'lucide-react';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { lazyOverlay } from '../../../client/lazy-overlay.tsx';
import { useMedia } from '../../../client/media.ts';
import { useSettings } from '../../../client/session.ts';
import { isFocusLost, useFocusWhenDrawn } from '../focus-when-drawn.ts';
import { usePriceText } from '../price-text.ts';
import { changeSheet, endSheet, hasSheet, openSheet, type SheetContent, useSheet } from './sheets.ts';
import type { GiftAsked } from './use-gift-asked.ts';
import { useIncomingPicture } from './use-incoming-picture.ts';
import type { Outgoing } from './use-send.ts';

const PhotoSheet = lazyOverlay(() => import('../photos/photo-sheet.tsx'), 'PhotoSheet');
const GiftSheet = lazyOverlay(() => import('../gifts/gift-sheet.tsx'), 'GiftSheet');

export interface AttachmentsProps {
  conversation: string;
  profile: Pick<ProfileCard, 'id' | 'name' | 'fictional'>;
  /** Credits that are not reserved. */
  credits: number;
  giftAsked: GiftAsked;
  /** Sends a message; `onSent` runs once the outbox has it. */
  send: (outgoing: Outgoing, onSent: () => void) => void;
}

const NO_GIFT_YET: SheetContent = { words: '', gift: undefined };

/** Buttons for photos and gifts beside the field, behind one button on small screens. */
export function Attachments({ conversation, profile, credits, giftAsked, send }: AttachmentsProps) {
  const { t } = useLingui();
  const isWide = useMedia(widerThan('lg'));
  const input = useRef<HTMLInputElement>(null);
  const giftButton = useRef<HTMLButtonElement>(null);
  const waiting = useSheet(conversation);
  /** The component of the sheet failed to load. Its content stays, and the next press tries again. */
  const [isHeldBack, holdBack] = useState(false);
  const sheet = isHeldBack ? undefined : waiting;
  const focusWhenDrawn = useFocusWhenDrawn();
  const { isGiving } = giftAsked;
  useEffect(() => {
    // After a return to the page the sheet still has its content.
    if (isGiving && !hasSheet(conversation)) openSheet(conversation, NO_GIFT_YET);
  }, [isGiving, conversation]);
  // Counts closed sheets: as a key, it gives the next sheet its own state.
  const [done, setDone] = useState(0);
  const close = () => {
    setDone(done + 1);
    giftAsked.forget();
    endSheet(conversation);
    // The opener may be gone, as after an undo. The focus then goes to the buttons of the sheets.
    const first = input.current?.parentElement?.querySelector('button') ?? null;
    const place = sheet && 'gift' in sheet ? (giftButton.current ?? first) : first;
    focusWhenDrawn(() => (isFocusLost() ? place : null));
  };
  const takePicture = useCallback(
    (picture: Blob) => {
      holdBack(false);
      changeSheet(conversation, { words: '', picture });
    },
    [conversation],
  );
  useIncomingPicture(takePicture);
  const choosePhoto = () => input.current?.click();
  const give = () => {
    // A sheet whose component is loading, or failed to, opens with its content.
    if (!waiting) openSheet(conversation, NO_GIFT_YET);
    holdBack(false);
  };
  const ways = {
    conversation,
    profile,
    credits,
    onClose: close,
    onUnreached: () => holdBack(true),
    onSend: (outgoing: Outgoing) => send(outgoing, close),
  };
  const settings = useSettings();
  const words = usePriceText();
  const photoCosts = words.price(photoPrice(settings, profile));
  const giftCosts = words.price(settings.gift_credits);
  const photo = t`Send a photo · ${photoCosts}`;
  const gift = settings.gift_credits > 0 ? t`Send a gift · from ${giftCosts}` : t`Send a gift`;
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label={t`Send a photo`}
        hidden
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          if (chosen) takePicture(chosen);
          event.target.value = '';
        }}
      />
      {isWide ? (
        <>
          <IconButton label={photo} onPress={choosePhoto}>
            <ImagePlus className="size-5" aria-hidden />
          </IconButton>
          <IconButton ref={giftButton} label={gift} onPress={give}>
            <Gift className="size-5" aria-hidden />
          </IconButton>
        </>
      ) : (
        <Menu
          label={t`Photo or gift`}
          buttonClassName="inline-flex size-11 shrink-0 items-center justify-center rounded-full text-ink-2 hover:bg-hover hover:text-ink"
          items={[
            {
              id: 'photo',
              label: photo,
              onPress: choosePhoto,
              icon: <ImagePlus className="size-5" aria-hidden />,
            },
            { id: 'gift', label: gift, onPress: give, icon: <Gift className="size-5" aria-hidden /> },
          ]}
        >
          <Plus className="size-5" aria-hidden />
        </Menu>
      )}
      <Suspense fallback={null}>
        {sheet && 'picture' in sheet && (
          <PhotoSheet {...ways} content={sheet} onChooseAnother={choosePhoto} key={done} />
        )}
        {sheet && 'gift' in sheet && <GiftSheet {...ways} content={sheet} key={done} />}
      </Suspense>
    </>
  );
}
