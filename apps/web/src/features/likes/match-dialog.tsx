import type { ProfileCard } from '@heartline/contracts';
import { Button, FictionalChip, MatchAnimation, Photo } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { queryClient } from '../../client/query.ts';
import { useSettings } from '../../client/session.ts';
import { onLive } from '../../live/bus.ts';
import { useFictionalWord } from '../../people/fictional-word.ts';
import { photoUrl } from '../../people/photo-url.ts';
import {
  announceMatch,
  closeMatch,
  currentMatch,
  followMatches,
  subscribeToMatches,
} from './match-announcement.ts';

/** Shows each match once, on whatever page the member is (S2, "Match modal"). */
export function MatchDialog() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const profile = useSyncExternalStore(subscribeToMatches, currentMatch);
  useEffect(() => onLive('match:created', (match) => announceMatch(match.profile)), []);
  useEffect(() => followMatches(queryClient), []);
  if (!profile) return null;
  const { name } = profile;
  return (
    <MatchView
      key={profile.id}
      profile={profile}
      buttonText={t`Write to ${name}`}
      onPhoto={(id) => void navigate({ to: '/members/$id', params: { id } })}
      onButton={(id) => void navigate({ to: '/members/$id/chat', params: { id } })}
      onClose={closeMatch}
    />
  );
}

interface MatchViewProps {
  profile: ProfileCard;
  buttonText: string;
  /** The photo or the button was pressed; gets the profile's id. */
  onPhoto: (id: string) => void;
  onButton: (id: string) => void;
  onClose: () => void;
}

/** A picture that does not come must not keep the match from being seen. */
const PHOTO_PATIENCE_MS = 3_000;

/** Two lines meet, then the dialog; it opens once the profile's picture has loaded. */
function MatchView(props: MatchViewProps) {
  const { t } = useLingui();
  const { cdn_prefix: prefix } = useSettings();
  const src = photoUrl(prefix, props.profile.main_image?.filename);
  const isReady = useLoaded(src);
  const [isDrawn, setDrawn] = useState(false);
  if (!isReady) return null;
  if (!isDrawn) return <MatchAnimation skipLabel={t`Skip`} onDone={() => setDrawn(true)} />;
  return <MatchCard {...props} src={src} />;
}

function MatchCard({
  profile,
  src,
  buttonText,
  onPhoto,
  onButton,
  onClose,
}: MatchViewProps & { src?: string | undefined }) {
  const { t } = useLingui();
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const fictional = useFictionalWord();
  const { id, name, age } = profile;
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const leave = (open: (id: string) => void) => {
    open(id);
    onClose();
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      className="fades m-0 h-dvh max-h-none w-full max-w-none animate-fade items-center justify-center overflow-y-auto bg-paper/96 px-6 py-8 text-ink backdrop-blur-md open:grid"
    >
      <button type="button" tabIndex={-1} aria-label={t`Close`} onClick={onClose} className="fixed inset-0" />
      <div className="pointer-events-none relative grid w-[min(340px,100%)] justify-items-center text-center">
        <p className="text-sm font-semibold text-pulse">
          <Trans>New like!</Trans>
        </p>
        <h2 id={titleId} className="title mt-1 text-3xl">
          <Trans>It's a Match</Trans>
        </h2>
        <button
          type="button"
          aria-label={`${name}, ${age}`}
          onClick={() => leave(onPhoto)}
          className="pointer-events-auto relative mt-6 w-full max-w-[min(300px,46dvh)] rounded-card transition-transform duration-200 ease-line hover:scale-[1.01]"
        >
          {src && <Photo src={src} alt="" isPriority className="rounded-card" />}
          {profile.fictional && (
            <span className="absolute top-3 left-3">
              <FictionalChip isOnPhoto>{fictional}</FictionalChip>
            </span>
          )}
        </button>
        <p className="mt-4 text-md">
          <Trans>You and {name} like each other.</Trans>
        </p>
        <Button
          variant="primary"
          size="lg"
          className="pointer-events-auto mt-5 w-full max-w-[300px]"
          onPress={() => leave(onButton)}
        >
          {buttonText}
        </Button>
        <p className="mt-3 text-sm text-ink-2">
          <Trans>Press anywhere else to close.</Trans>
        </p>
      </div>
    </dialog>
  );
}

function useLoaded(src: string | undefined): boolean {
  const [isLoaded, setLoaded] = useState(src === undefined);
  useEffect(() => {
    if (src === undefined) return;
    const image = new Image();
    const done = () => setLoaded(true);
    const patience = setTimeout(done, PHOTO_PATIENCE_MS);
    image.onload = done;
    image.onerror = done;
    image.src = src;
    return () => {
      clearTimeout(patience);
      image.onload = null;
      image.onerror = null;
    };
  }, [src]);
  return isLoaded;
}
