import { getProfile, type Profile } from '@heartline/contracts';
import { Button, EmptyState, Page } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { notFound, useParams } from '@tanstack/react-router';
import { ApiError, call, isMissing } from '../../client/api.ts';
import { useDocumentTitle } from '../../client/document-title.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { LoadFailure } from '../../client/load-failure.tsx';
import { keys } from '../../client/query.ts';
import { useMember } from '../../client/session.ts';
import { useSlots } from '../../client/slots.tsx';
import { useLabelledName } from '../../people/fictional-label.ts';
import { useAdjacent } from '../../people/people-list.tsx';
import { ProfileControls } from '../../people/profile-controls.tsx';
import { ProfileSkeleton } from '../../people/profile-skeleton.tsx';
import { useStepSwipe } from '../../people/use-steps.ts';
import { ProfileActions } from './profile-actions.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import { ProfileView } from './profile-view.tsx';
import { RelatedProfiles } from './related-profiles.tsx';

/** Without a conversation, only the profile shows whether a member is online: it is refetched. */
const ANEW_MS = 5 * 60_000;

/** One member's profile: pictures first, then the details, with their own text if there is any. */
export function ProfilePage() {
  const { id } = useParams({ from: '/default/members/$id' });
  const query = useQuery({
    queryKey: keys.profile(id),
    queryFn: async ({ signal }) => (await call(getProfile, { id }, { signal })).profile,
    refetchInterval: ({ state }) => state.status === 'success' && ANEW_MS,
  });
  const { error } = query;
  // Data loaded before a block is not shown any more.
  const profile = isBlocked(error) ? undefined : query.data;
  const labelled = useLabelledName();
  useDocumentTitle(profile && `${labelled(profile)}, ${profile.age}`);
  if (isMissing(error)) {
    throw notFound();
  }
  return (
    <Page className="relative min-h-dvh grow">
      {(profile || !error) && <Shown id={id} profile={profile} />}
      {error && isBlocked(error) && <Blocked id={id} error={error} />}
      {!profile && error && !isBlocked(error) && (
        <LoadFailure level={1} error={error} onRetry={query.refetch} />
      )}
    </Page>
  );
}

/** The profile, or its placeholder while it loads. The controls stay from one person to the next. */
function Shown({ id, profile }: { id: string; profile: Profile | undefined }) {
  const isOwn = useMember().id === id;
  const adjacent = useAdjacent(id);
  const swipe = useStepSwipe(adjacent);
  return (
    <div {...swipe}>
      <ProfileControls adjacent={adjacent}>
        {profile && !isOwn && <ProfileMenu profile={profile} />}
      </ProfileControls>
      {profile ? (
        <>
          <ProfileView profile={profile} actions={!isOwn && <ProfileActions profile={profile} />} />
          <RelatedProfiles key={id} id={id} />
        </>
      ) : (
        <ProfileSkeleton />
      )}
    </div>
  );
}

/** Says that the profile can't be seen after a block, and what to do. */
function Blocked({ id, error }: { id: string; error: Error }) {
  const { t } = useLingui();
  const errorTextOf = useErrorMessage();
  const { UnblockButton } = useSlots();
  const isOwnBlock = error instanceof ApiError && error.code === 'BLOCKED_BY_YOU';
  return (
    <EmptyState
      level={1}
      // The page exists, but not for this member.
      drawing="search"
      title={errorTextOf(error)}
      action={isOwnBlock ? <UnblockButton id={id} /> : <Button href="/members">{t`Search members`}</Button>}
    />
  );
}

function isBlocked(error: unknown): boolean {
  return error instanceof ApiError && error.code.startsWith('BLOCKED_BY');
}
