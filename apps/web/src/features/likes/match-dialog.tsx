import type { ProfileCard } from '@heartline/contracts';
import { MatchAnimation } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { queryClient } from '../../client/query.ts';
import { useSettings } from '../../client/session.ts';
import { onLive } from '../../live/bus.ts';
import {
  announceMatch,
  closeMatch,
  currentMatch,
  followMatches,
  forgetMatch,
  subscribeToMatches,
} from '../../people/match-announcement.ts';
import { photoUrl } from '../../people/photo-url.ts';
import { LikeDialog } from './like-dialog.tsx';
import { followLikeNotices } from './like-notices.ts';
import { useLoaded } from './use-loaded.ts';

/** Shows each match once, on any page (S2, "Match modal"). */
export function MatchDialog() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const profile = useSyncExternalStore(subscribeToMatches, currentMatch);
  useEffect(() => onLive('match:created', (match) => announceMatch(match.profile)), []);
  useEffect(
    () =>
      onLive('like:changed', ({ profile, given, received }) => {
        if (!given || !received) forgetMatch(profile);
      }),
    [],
  );
  useEffect(() => followMatches(queryClient), []);
  useEffect(() => followLikeNotices(queryClient), []);
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
  /** Runs when the photo or the button was pressed; gets the profile's id. */
  onPhoto: (id: string) => void;
  onButton: (id: string) => void;
  onClose: () => void;
}

/** Two drawn lines meet, then the dialog opens, once the profile's picture has loaded. */
function MatchView(props: MatchViewProps) {
  const { t } = useLingui();
  const { cdn_prefix: prefix } = useSettings();
  const src = photoUrl(prefix, props.profile.main_image?.filename);
  const isReady = useLoaded(src);
  const [isDrawn, setDrawn] = useState(false);
  if (!isReady) return null;
  if (!isDrawn) return <MatchAnimation skipLabel={t`Skip`} onDone={() => setDrawn(true)} />;
  return <LikeDialog {...props} isMatch src={src} />;
}
