import { useLingui } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSettings } from '../../client/session.ts';
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

function Popup({ like, onClose }: { like: AnnouncedLike; onClose: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { cdn_prefix: prefix } = useSettings();
  const src = photoUrl(prefix, like.main_image?.match);
  const isReady = useLoaded(src);
  if (!isReady) return null;
  const { name } = like;
  const open = (id: string) => void navigate({ to: '/members/$id', params: { id } });
  return (
    <LikeDialog
      profile={like}
      src={src}
      isMatch={like.matched}
      buttonText={t`View ${name}’s profile`}
      onPhoto={open}
      onButton={open}
      onClose={onClose}
    />
  );
}
