import type { ProfileCard } from '@heartline/contracts';
import { showToast } from '@heartline/ui';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useErrorMessage } from '../../client/error-message.ts';
import { useSettings } from '../../client/session.ts';
import { announceMatch } from '../../people/match-announcement.ts';
import { changeOwnLike } from '../../people/own-like.ts';
import { photoUrl } from '../../people/photo-url.ts';
import { type AnnouncedLike, takeAutoLike } from './auto-like.ts';
import { LikeDialog } from './like-dialog.tsx';
import { useLoaded } from './use-loaded.ts';

/**
 * The like popup (S2). The query parameter `t` shows the newest like, if there is one, after that many seconds, and is
 * then removed. The wait continues on another page.
 */
export function LikePopup() {
  const [like, setLike] = useState<AnnouncedLike>();
  useAfterSeconds(async () => setLike(await takeAutoLike()));
  return like ? <Popup key={like.id} like={like} onClose={() => setLike(undefined)} /> : null;
}

/** Runs once after the seconds in the address, then removes them from it. */
function useAfterSeconds(work: () => Promise<void>) {
  const navigate = useNavigate();
  const { t: seconds } = useSearch({ from: '__root__' });
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const run = useEffectEvent(() => {
    waiting.current = undefined;
    void work();
    void navigate({
      to: '.',
      search: ({ t: _waited, ...search }) => search,
      replace: true,
      resetScroll: false,
    });
  });
  useEffect(() => {
    if (seconds === undefined || waiting.current !== undefined) return;
    waiting.current = setTimeout(() => run(), seconds * 1_000);
  }, [seconds]);
  useEffect(() => () => clearTimeout(waiting.current), []);
}

interface PopupProps {
  like: AnnouncedLike;
  onClose: () => void;
}

function Popup({ like, onClose }: PopupProps) {
  const navigate = useNavigate();
  const { cdn_prefix: prefix } = useSettings();
  const src = photoUrl(prefix, like.main_image?.match);
  const isReady = useLoaded(src);
  const isFree = useNobodyWrites();
  const { isPending, likeBack } = useLikeBack(like, onClose);
  // The match dialog has more to say about a like that is mutual already.
  useEffect(() => {
    if (!like.matched) return;
    announceMatch(cardOf(like));
    onClose();
    // oxlint-disable-next-line react/exhaustive-deps -- once for each like
  }, [like]);
  if (!isReady || !isFree || like.matched) return null;
  return (
    <LikeDialog
      profile={like}
      src={src}
      isPending={isPending}
      onProfile={(id) => void navigate({ to: '/members/$id', params: { id } })}
      onLikeBack={likeBack}
      onClose={onClose}
    />
  );
}

/** Returns the like once, however often it is pressed. The match dialog then takes the place of the popup. */
function useLikeBack(like: AnnouncedLike, onDone: () => void) {
  const errorTextOf = useErrorMessage();
  const [isPending, setPending] = useState(false);
  const likeBack = async () => {
    if (isPending) return;
    setPending(true);
    try {
      await changeOwnLike(cardOf(like), true);
      onDone();
    } catch (error) {
      setPending(false);
      await showToast({ title: errorTextOf(error), tone: 'error' });
    }
  };
  return { isPending, likeBack: () => void likeBack() };
}

function cardOf({ matched: _, main_image: image, ...card }: AnnouncedLike): ProfileCard {
  return { ...card, main_image: image && { filename: image.match, thumb_filename: image.match } };
}

const FIELD = 'input, textarea, [contenteditable]';

/** False while the member has text in the focused field: the popup must not take their next key. */
function useNobodyWrites(): boolean {
  return useSyncExternalStore(subscribeToWriting, () => {
    const { activeElement: field } = document;
    if (!field?.matches(FIELD)) return true;
    return ((field as HTMLInputElement).value ?? field.textContent) === '';
  });
}

function subscribeToWriting(listener: () => void): () => void {
  // When the focus leaves, the next element has it a moment later.
  const look = () => void setTimeout(listener);
  const events = ['focusin', 'focusout', 'input'];
  for (const event of events) document.addEventListener(event, look);
  return () => {
    for (const event of events) document.removeEventListener(event, look);
  };
}
