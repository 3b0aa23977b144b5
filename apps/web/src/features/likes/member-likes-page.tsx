import { Button, EmptyState, Page, PageHeader, PortraitCardSkeleton } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { notFound, useParams } from '@tanstack/react-router';
import { useDocumentTitle } from '../../client/document-title.ts';
import { useFormatLocale } from '../../client/language.ts';
import { LoadFailure } from '../../client/load-failure.tsx';
import { useLabelledName } from '../../people/fictional-label.ts';
import { MemberCard } from '../../people/member-card.tsx';
import { type Between, useBetween } from './use-between.ts';

/** The likes between the member and one other (S2-029): who likes whom, and since when. */
export function MemberLikesPage() {
  const { id } = useParams({ from: '/default/for-members/likes/m/$id' });
  if (!/^[0-9a-f]{24}$/.test(id)) throw notFound();
  return (
    <Page className="grow">
      <LikesWith id={id} />
    </Page>
  );
}

function LikesWith({ id }: { id: string }) {
  const { t } = useLingui();
  const between = useBetween(id);
  const { profile, isNone, failure, refetch } = between;
  const labelled = useLabelledName();
  useDocumentTitle(profile ? labelled(profile) : t`Likes`);
  if (failure) return <LoadFailure level={1} error={failure} onRetry={refetch} />;
  return isNone ? <NoLike /> : <LikesBetween {...between} />;
}

/** The person and the likes between the two, or placeholders while the likes load. */
function LikesBetween({ profile, likedSince, isWhole }: Pick<Between, 'profile' | 'likedSince' | 'isWhole'>) {
  const { t } = useLingui();
  const labelled = useLabelledName();
  return (
    <>
      <PageHeader title={profile ? `${labelled(profile)}, ${profile.age}` : t`Likes`} />
      <div className="grid items-start gap-8 sm:grid-cols-[minmax(0,280px)_minmax(0,1fr)]">
        {profile ? <MemberCard profile={profile} isFirst /> : <PortraitCardSkeleton />}
        {profile && (
          <div className="grid gap-6">
            <LikeStatus name={profile.name} likedSince={likedSince} isWhole={isWhole} />
            <div className="flex flex-wrap gap-3">
              <Button
                variant="primary"
                href={`/members/${profile.id}/chat`}
              >{t`Write to ${profile.name}`}</Button>
              <Button href={`/members/${profile.id}`}>{t`View profile`}</Button>
            </div>
          </div>
        )}
      </div>
    </>
  );
}

function NoLike() {
  const { t } = useLingui();
  return (
    <EmptyState
      level={1}
      drawing="likes"
      title={t`Neither of you has liked the other yet.`}
      action={<Button href="/likes" variant="primary">{t`All likes`}</Button>}
    />
  );
}

interface LikeStatusProps extends Pick<Between, 'likedSince' | 'isWhole'> {
  name: string;
}

function LikeStatus({ name, likedSince, isWhole }: LikeStatusProps) {
  const dates = new Intl.DateTimeFormat(useFormatLocale(), { dateStyle: 'long' });
  const say = (at: number | undefined) => (at === undefined ? '' : dates.format(at));
  const [received, given, matched] = [
    say(likedSince.received),
    say(likedSince.given),
    say(likedSince.matched),
  ];
  return (
    <ul className="grid gap-2 text-md">
      {matched && (
        <li className="title text-lg text-pulse">
          <Trans>Matched on {matched}</Trans>
        </li>
      )}
      {received ? (
        <li>
          <Trans>
            {name} liked you on {received}.
          </Trans>
        </li>
      ) : (
        isWhole && (
          <li>
            <Trans>{name} hasn’t liked you yet.</Trans>
          </li>
        )
      )}
      {given ? (
        <li>
          <Trans>
            You liked {name} on {given}.
          </Trans>
        </li>
      ) : (
        <li>
          <Trans>You haven’t liked {name} yet.</Trans>
        </li>
      )}
    </ul>
  );
}
