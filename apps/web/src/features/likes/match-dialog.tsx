import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { queryClient } from '../../client/query.ts';
import { onLive } from '../../live/bus.ts';
import {
  announceMatch,
  closeMatch,
  currentMatch,
  followMatches,
  forgetMatch,
  subscribeToMatches,
} from '../../people/match-announcement.ts';
import { followLikeNotices } from './like-notices.ts';
import { MatchView } from './match-view.tsx';

/** Shows each match once, on any page (S2, "Match modal"). The next match waits until the dialog closes. */
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
  return (
    <MatchView
      key={profile.id}
      profile={profile}
      buttonText={t`Open chat`}
      onPhoto={(id) => void navigate({ to: '/members/$id', params: { id } })}
      onButton={(id) => void navigate({ to: '/members/$id/chat', params: { id } })}
      onClose={closeMatch}
    />
  );
}
