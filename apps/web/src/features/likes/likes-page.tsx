import type { LikeList } from '@heartline/contracts';
import {
  Badge,
  Button,
  EmptyState,
  NavTabs,
  Page,
  PageHeader,
  PortraitCardSkeleton,
  PortraitGrid,
} from '@heartline/ui';
import { Plural, useLingui } from '@lingui/react/macro';
import { notFound, useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useDocumentTitle } from '../../client/document-title.ts';
import { useFocusAfterRemoval } from '../../client/focus-after-removal.ts';
import { LoadFailure } from '../../client/load-failure.tsx';
import type { Likes } from '../../live/apply/likes.ts';
import { EndOfList } from '../../people/end-of-list.tsx';
import { LikedAnswer } from '../../people/liked-answer.tsx';
import { MemberCard } from '../../people/member-card.tsx';
import { PeopleList } from '../../people/people-list.tsx';
import { closeLikeNotices } from './like-notices.ts';
import { likesOf, usePeopleOf } from './older-likes.ts';
import { useLikes } from './use-likes.ts';

const TYPES: readonly LikeList[] = ['received', 'new', 'given', 'matches'];

/** Likes received, likes given, and matches (S2: /likes, /likes/{type}). */
export function LikesPage() {
  const { t } = useLingui();
  const { type = 'received' } = useParams({ strict: false });
  const { likes, failure, refetch } = useLikes();
  useDocumentTitle(t`Likes`);
  useLikesSeen(likes);
  const place = useRef<HTMLDivElement>(null);
  useFocusAfterRemoval(place);
  if (!isType(type)) throw notFound();
  const labels: Record<LikeList, string> = {
    received: t`Received`,
    new: t`New`,
    given: t`Given`,
    matches: t`Matches`,
  };
  const countNew = likes ? likesOf(likes, 'new').length : 0;
  return (
    <Page className="min-h-dvh grow">
      <PageHeader title={t`Likes`} />
      <NavTabs
        label={t`Likes`}
        className="mb-6"
        tabs={TYPES.map((tab) => ({
          href: tab === 'received' ? '/likes' : `/likes/${tab}`,
          label: labels[tab],
          isCurrent: tab === type,
          badge: tab === 'new' && countNew > 0 && <Badge>{String(countNew)}</Badge>,
        }))}
      />
      <div ref={place} tabIndex={-1} className="outline-none">
        {failure && <LoadFailure error={failure} onRetry={refetch} />}
        {!failure && (likes ? <People type={type} likes={likes} /> : <Places />)}
      </div>
    </Page>
  );
}

/** Removes notifications of likes while the member views them, when new ones arrive, and when the member returns. */
function useLikesSeen(likes: Likes | undefined): void {
  useEffect(() => {
    if (likes) closeLikeNotices();
    document.addEventListener('visibilitychange', closeLikeNotices);
    return () => document.removeEventListener('visibilitychange', closeLikeNotices);
  }, [likes]);
}

function Places() {
  return (
    <PortraitGrid>
      {Array.from({ length: 5 }, (_, index) => (
        <PortraitCardSkeleton key={index} />
      ))}
    </PortraitGrid>
  );
}

/** The people of one tab; loads more at its end. Screen readers are told how many there are. */
function People({ type, likes }: { type: LikeList; likes: Likes }) {
  const { people, answers, isOlderShown, hasMore, isLoading, hasFailed, loadMore } = usePeopleOf(type, likes);
  const count = people.length;
  if (count === 0 && !hasMore) return <NoLikes type={type} />;
  return (
    <>
      <PeopleList people={people}>
        <PortraitGrid>
          {people.map((profile, index) => (
            <div key={profile.id}>
              <MemberCard profile={profile} isFirst={index < 4} />
              {(type === 'received' || type === 'new') && (
                <LikedAnswer prompt={answers.get(profile.id)} className="mt-2 text-sm text-ink-2" />
              )}
            </div>
          ))}
        </PortraitGrid>
      </PeopleList>
      {hasMore && <EndOfList onReach={loadMore} isLoading={isLoading} hasFailed={hasFailed} />}
      <p role="status" className="sr-only">
        {isOlderShown && <Plural value={count} one="# member is shown" other="# members are shown" />}
      </p>
    </>
  );
}

function NoLikes({ type }: { type: LikeList }) {
  const { t } = useLingui();
  const words: Record<LikeList, string> = {
    received: t`No likes yet. Like someone first: they’ll see it.`,
    new: t`You’re all caught up.`,
    given: t`You haven’t liked anyone yet.`,
    matches: t`No matches yet. Like someone to get started.`,
  };
  return (
    <EmptyState
      drawing="likes"
      title={words[type]}
      action={<Button href="/members" variant="primary">{t`Search members`}</Button>}
    />
  );
}

function isType(type: string): type is LikeList {
  return (TYPES as readonly string[]).includes(type);
}
