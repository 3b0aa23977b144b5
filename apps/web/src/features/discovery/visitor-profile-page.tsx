import { getProfileAsVisitor, type OutputOf } from '@heartline/contracts';
import { Banner, Button, Chip, FictionalChip, Page, Photo, Skeleton } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { notFound, useParams } from '@tanstack/react-router';
import { Gift, Lock, MapPin } from 'lucide-react';
import { call, isMissing } from '../../client/api.ts';
import { useDocumentTitle } from '../../client/document-title.ts';
import { LoadFailure } from '../../client/load-failure.tsx';
import { keys } from '../../client/query.ts';
import { useSettings } from '../../client/session.ts';
import { useSlots } from '../../client/slots.tsx';
import { useFictionalLabel, useLabelledName } from '../../people/fictional-label.ts';
import { INTEREST_LABELS } from '../../people/interest-labels.ts';
import { OwnText } from '../../people/own-text.tsx';
import { photoUrl } from '../../people/photo-url.ts';
import { useWholePlace } from '../../people/place.ts';

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
  const labelled = useLabelledName();
  useDocumentTitle(profile && `${labelled(profile)}, ${profile.age}`);
  if (isMissing(error)) {
    throw notFound();
  }
  return (
    <Page className="grow">
      {profile && <VisitorView profile={profile} />}
      {!profile && !error && <Skeleton className="mx-auto aspect-4/5 w-full max-w-[460px] rounded-card" />}
      {!profile && error && <LoadFailure level={1} error={error} onRetry={refetch} />}
    </Page>
  );
}

/** `level` is that of the name: 1 on its own page. */
export function VisitorView({ profile, level = 1 }: { profile: VisitorProfile; level?: 1 | 2 }) {
  const Name = level === 1 ? 'h1' : 'h2';
  const { t, i18n } = useLingui();
  const { openSignUp } = useSlots();
  const { cdn_prefix: prefix } = useSettings();
  const place = useWholePlace(profile);
  const fictional = useFictionalLabel();
  const { name } = profile;
  const more = profile.pictures.length - 1;
  return (
    <article className="grid grid-cols-1 items-start gap-x-12 gap-y-6 md:grid-cols-[minmax(0,460px)_minmax(0,1fr)]">
      <Photo
        src={photoUrl(prefix, profile.main_image?.filename) ?? '/people/nobody.svg'}
        alt={t`Photo of ${name}`}
        isPriority
        className="rounded-card"
      />
      <div className="grid min-w-0 gap-7">
        <header>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <Name className="title text-2xl leading-tight md:text-3xl">
              {name}, <span className="tabular">{profile.age}</span>
            </Name>
            {profile.fictional && <FictionalChip>{fictional}</FictionalChip>}
          </div>
          {place && (
            <p className="mt-2 inline-flex items-center gap-1.5 text-base text-ink-2">
              <MapPin className="size-4" aria-hidden />
              {place}
            </p>
          )}
        </header>
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
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" size="lg" onPress={() => openSignUp()}>{t`Sign up`}</Button>
          <Button size="lg" href="/login">{t`Log in`}</Button>
          <Button
            size="lg"
            variant="ghost"
            href={`/members/${profile.id}/chat?gift=1`}
            icon={<Gift className="size-5" aria-hidden />}
          >{t`Send a gift`}</Button>
        </div>
      </div>
    </article>
  );
}
