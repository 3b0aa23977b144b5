import { getProfileAsVisitor, type OutputOf } from '@heartline/contracts';
import { ActionBar, Banner, Button, Chip, IconButton, Page, Photo } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { notFound, useParams } from '@tanstack/react-router';
import { Gift, Lock } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { call, isMissing } from '../../client/api.ts';
import { useDocumentTitle } from '../../client/document-title.ts';
import { LoadFailure } from '../../client/load-failure.tsx';
import { keys } from '../../client/query.ts';
import { useSettings } from '../../client/session.ts';
import { useSlots } from '../../client/slots.tsx';
import { useLabelledName } from '../../people/fictional-label.ts';
import { INTEREST_LABELS } from '../../people/interest-labels.ts';
import { OwnText } from '../../people/own-text.tsx';
import { useAdjacent } from '../../people/people-list.tsx';
import { photoUrl } from '../../people/photo-url.ts';
import { ProfileControls } from '../../people/profile-controls.tsx';
import { ProfileFrame } from '../../people/profile-frame.tsx';
import { ProfileHead } from '../../people/profile-head.tsx';
import { ProfileSkeleton } from '../../people/profile-skeleton.tsx';
import { useStepSwipe } from '../../people/use-steps.ts';

type VisitorProfile = OutputOf<typeof getProfileAsVisitor>['profile'];

/** A profile as visitors see it on sites with full search: the main picture, text, interests, and the sign-up. */
export function VisitorProfilePage() {
  const { id } = useParams({ from: '/default/members/$id' });
  const {
    data: profile,
    error,
    refetch,
  } = useQuery({
    queryKey: keys.profile(id),
    queryFn: async ({ signal }) => (await call(getProfileAsVisitor, { id }, { signal })).profile,
  });
  const adjacent = useAdjacent(id);
  const swipe = useStepSwipe(adjacent);
  const labelled = useLabelledName();
  useDocumentTitle(profile && `${labelled(profile)}, ${profile.age}`);
  if (isMissing(error)) {
    throw notFound();
  }
  return (
    <Page className="relative min-h-dvh grow">
      <div {...swipe}>
        {(profile || !error) && <ProfileControls adjacent={adjacent} />}
        {profile && <VisitorView profile={profile} Bar={ActionBar} />}
        {!profile && !error && <ProfileSkeleton hasThumbnails={false} />}
      </div>
      {!profile && error && <LoadFailure level={1} error={error} onRetry={refetch} />}
    </Page>
  );
}

interface VisitorViewProps {
  profile: VisitorProfile;
  /** Level of the name as a heading; 1 on its own page. */
  level?: 1 | 2;
  /** The bar that holds the ways to sign up and log in; a row in the deck. */
  Bar: ComponentType<{ children: ReactNode }>;
}

/** As much of a profile as visitors see. */
export function VisitorView({ profile, level = 1, Bar }: VisitorViewProps) {
  const { t, i18n } = useLingui();
  const { cdn_prefix: prefix } = useSettings();
  const { name } = profile;
  const more = profile.pictures.length - 1;
  return (
    <ProfileFrame
      photos={
        <Photo
          src={photoUrl(prefix, profile.main_image?.filename) ?? '/people/nobody.svg'}
          alt={t`Photo of ${name}`}
          isPriority
          className="max-h-(--photo-height) w-full md:rounded-card"
        />
      }
      hasThumbnails={false}
      head={<ProfileHead {...{ profile, level }} />}
      actions={
        <Bar>
          <VisitorActions id={profile.id} />
        </Bar>
      }
    >
      <OwnText profile={profile} />
      {profile.interests.length > 0 && (
        <ul aria-label={t`Interests`} className="flex flex-wrap gap-2">
          {profile.interests.map((interest) => {
            const words = INTEREST_LABELS[interest as keyof typeof INTEREST_LABELS];
            return (
              <li key={interest}>
                <Chip>{words ? i18n._(words) : interest}</Chip>
              </li>
            );
          })}
        </ul>
      )}
      <Banner
        tone="info"
        title={t`Sign up to write to ${name}`}
        icon={<Lock className="size-5" aria-hidden />}
      >
        {more > 0 ? (
          <Trans>It’s free. You’ll see more photos, who likes you and who matches you.</Trans>
        ) : (
          <Trans>It’s free. You’ll see who likes you and who matches you.</Trans>
        )}
      </Banner>
    </ProfileFrame>
  );
}

function VisitorActions({ id }: { id: string }) {
  const { t } = useLingui();
  const { openSignUp } = useSlots();
  return (
    <>
      <Button href="/login">{t`Log in`}</Button>
      <IconButton label={t`Send a gift`} variant="quiet" href={`/members/${id}/chat?gift=1`}>
        <Gift className="size-5" aria-hidden />
      </IconButton>
      <Button
        variant="primary"
        className="grow md:max-w-80"
        onPress={() => openSignUp()}
      >{t`Sign up`}</Button>
    </>
  );
}
