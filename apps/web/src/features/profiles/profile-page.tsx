import { getProfile } from '@heartline/contracts';
import { Button, EmptyState, Page } from '@heartline/ui';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { notFound, useParams } from '@tanstack/react-router';
import { ApiError, call } from '../../client/api.ts';
import { useDocumentTitle } from '../../client/document-title.ts';
import { useErrorMessage } from '../../client/error-message.ts';
import { keys } from '../../client/query.ts';
import { useSlots } from '../../client/slots.tsx';
import { ProfileSkeleton } from './profile-skeleton.tsx';
import { ProfileView } from './profile-view.tsx';
import { RelatedProfiles } from './related-profiles.tsx';

/** One member's profile: pictures first, then who they are, in their own words where there are any. */
export function ProfilePage() {
  const { t } = useLingui();
  const { id } = useParams({ from: '/default/members/$id' });
  const say = useErrorMessage();
  const { UnblockButton } = useSlots();
  const query = useQuery({
    queryKey: keys.profile(id),
    queryFn: async ({ signal }) => (await call(getProfile, { id }, { signal })).profile,
  });
  const { data: profile, error } = query;
  useDocumentTitle(profile && `${profile.name}, ${profile.age}`);
  if (error instanceof ApiError && (error.code === 'NOT_FOUND' || error.code === 'VALIDATION_FAILED')) {
    throw notFound();
  }
  return (
    <Page className="grow">
      {profile && <ProfileView key={id} profile={profile} />}
      {profile && <RelatedProfiles key={`related ${id}`} id={id} />}
      {!profile && !error && <ProfileSkeleton />}
      {!profile && error && (
        <EmptyState
          level={1}
          drawing="notFound"
          title={say(error)}
          action={
            error instanceof ApiError && error.code === 'BLOCKED_BY_YOU' ? (
              <UnblockButton id={id} />
            ) : (
              <Button href="/members">{t`Search members`}</Button>
            )
          }
        />
      )}
    </Page>
  );
}
