import type { ProfileCard } from '@heartline/contracts';
import { IconButton, Menu, widerThan } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { Gift, ImagePlus, Plus } from 'lucide-react';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useMedia } from '../../../client/media.ts';
import { openedPart } from '../../../client/opened-part.tsx';
import { isFocusLost, useFocusWhenDrawn } from '../focus-when-drawn.ts';
import { changeSheet, endSheet, hasSheet, openSheet, type SheetContent, useSheet } from './sheets.ts';
import type { GiftAsked } from './use-gift-asked.ts';
import { useIncomingPicture } from './use-incoming-picture.ts';
import type { Outgoing } from './use-send.ts';

const PhotoSheet = openedPart(() => import('../photos/photo-sheet.tsx'), 'PhotoSheet');
const GiftSheet = openedPart(() => import('../gifts/gift-sheet.tsx'), 'GiftSheet');

export interface AttachmentsProps {
  conversation: string;
  profile: Pick<ProfileCard, 'id' | 'name' | 'fictional'>;
  /** Credits nothing else will use. */
  credits: number;
  giftAsked: GiftAsked;
  /** Puts it on its way; `onSent` runs once it is in the outbox’s hands. */
  send: (outgoing: Outgoing, onSent: () => void) => void;
}

const NO_GIFT_YET: SheetContent = { words: '', gift: undefined };

/** Left of the field: photos and gifts. Behind one button where there is little room. */
export function Attachments({ conversation, profile, credits, giftAsked, send }: AttachmentsProps) {
  const { t } = useLingui();
  const isWide = useMedia(widerThan('lg'));
  const input = useRef<HTMLInputElement>(null);
  const giftButton = useRef<HTMLButtonElement>(null);
  const waiting = useSheet(conversation);
  /** Its part could not be fetched: it keeps what is in it, and comes with the next press. */
  const [isHeldBack, holdBack] = useState(false);
  const sheet = isHeldBack ? undefined : waiting;
  const focusWhenDrawn = useFocusWhenDrawn();
  const { isGiving } = giftAsked;
  useEffect(() => {
    // On the way back it is there again, with what stood in it.
    if (isGiving && !hasSheet(conversation)) openSheet(conversation, NO_GIFT_YET);
  }, [isGiving, conversation]);
  // How many sheets are done with: what comes after one has words of its own.
  const [done, setDone] = useState(0);
  const close = () => {
    setDone(done + 1);
    giftAsked.forget();
    endSheet(conversation);
    // What it was opened from may have gone, as with a message that was undone: the focus goes where such sheets are opened.
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
    // One whose part is still on its way, or was not to be had, comes as it is.
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
  const photo = t`Send a photo`;
  const gift = t`Send a gift`;
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label={photo}
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
