import type { ProfileCard } from '@heartline/contracts';
import { Button, EmptyState, Page, PageHeader, PortraitCardSkeleton } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { notFound, useParams } from '@tanstack/react-router';
import { useDocumentTitle } from '../../client/document-title.ts';
import { useFormatLocale } from '../../client/language.ts';
import { LoadFailure } from '../../client/load-failure.tsx';
import type { Likes } from '../../live/apply/likes.ts';
import { useLabelledName } from '../../people/fictional-word.ts';
import { MemberCard } from '../../people/member-card.tsx';
import { useLikes } from './use-likes.ts';

/** The likes tied to one member (S2-029): whether they like the member, the member them, and since when. */
export function MemberLikesPage() {
  const { t } = useLingui();
  const { id } = useParams({ from: '/default/for-members/likes/m/$id' });
  const { likes, failure, refetch } = useLikes();
  const profile = likes?.profiles.find((card) => card.id === id);
  const labelled = useLabelledName();
  useDocumentTitle(profile ? labelled(profile) : t`Likes`);
  if (!/^[0-9a-f]{24}$/.test(id)) throw notFound();
  return (
    <Page className="grow">
      {failure ? (
        <LoadFailure level={1} error={failure} onRetry={refetch} />
      ) : likes && !profile ? (
        <NoLike mayBeOlder={likes.more === true} />
      ) : (
        <LikesBetween id={id} likes={likes} profile={profile} />
      )}
    </Page>
  );
}

interface LikesBetweenProps {
  id: string;
  likes: Likes | undefined;
  profile: ProfileCard | undefined;
}

/** The person and how it stands between the two, or the shape of it while the likes load. */
function LikesBetween({ id, likes, profile }: LikesBetweenProps) {
  const { t } = useLingui();
  const labelled = useLabelledName();
  return (
    <>
      <PageHeader title={profile ? `${labelled(profile)}, ${profile.age}` : t`Likes`} />
      <div className="grid items-start gap-8 sm:grid-cols-[minmax(0,280px)_minmax(0,1fr)]">
        {profile ? <MemberCard profile={profile} isFirst /> : <PortraitCardSkeleton />}
        {profile && likes && (
          <div className="grid gap-6">
            <Standing name={profile.name} standing={standingOf(likes, id)} mayBeOlder={likes.more === true} />
            <div className="flex flex-wrap gap-3">
              <Button variant="primary" href={`/members/${id}/chat`}>{t`Write to ${profile.name}`}</Button>
              <Button href={`/members/${id}`}>{t`See the profile`}</Button>
            </div>
          </div>
        )}
      </div>
    </>
  );
}

/** No like of the two is listed: there is none, unless `mayBeOlder`. */
function NoLike({ mayBeOlder }: { mayBeOlder: boolean }) {
  const { t } = useLingui();
  return (
    <EmptyState
      level={1}
      drawing="likes"
      title={
        mayBeOlder
          ? t`No like between the two of you is among the newest, and older ones are not listed here.`
          : t`Neither of you has liked the other yet.`
      }
      action={<Button href="/likes" variant="primary">{t`All likes`}</Button>}
    />
  );
}

interface StandingAt {
  received: number | undefined;
  given: number | undefined;
  matched: number | undefined;
}

/** Since when each like between the two stands. */
export function standingOf(likes: Likes, id: string): StandingAt {
  const at = (list: readonly { id: string; at: number }[]) => list.find((one) => one.id === id)?.at;
  return { received: at(likes.liked_by), given: at(likes.given), matched: at(likes.matches) };
}

interface StandingProps {
  name: string;
  standing: StandingAt;
  /** A like that is not listed may stand all the same: nothing is said of it. */
  mayBeOlder: boolean;
}

function Standing({ name, standing, mayBeOlder }: StandingProps) {
  const dates = new Intl.DateTimeFormat(useFormatLocale(), { dateStyle: 'long' });
  const say = (at: number | undefined) => (at === undefined ? '' : dates.format(at));
  const [received, given, matched] = [say(standing.received), say(standing.given), say(standing.matched)];
  return (
    <ul className="grid gap-2 text-md">
      {matched && (
        <li className="title text-lg text-pulse">
          <Trans>A match since {matched}</Trans>
        </li>
      )}
      {received ? (
        <li>
          <Trans>
            {name} has liked you since {received}.
          </Trans>
        </li>
      ) : (
        !mayBeOlder && (
          <li>
            <Trans>{name} has not liked you so far.</Trans>
          </li>
        )
      )}
      {given ? (
        <li>
          <Trans>
            You have liked {name} since {given}.
          </Trans>
        </li>
      ) : (
        !mayBeOlder && (
          <li>
            <Trans>You have not liked {name} so far.</Trans>
          </li>
        )
      )}
    </ul>
  );
}
