import type { ProfileCard } from '@heartline/contracts';
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
import { useLingui } from '@lingui/react/macro';
import { notFound, useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useDocumentTitle } from '../../client/document-title.ts';
import { useFocusAfterRemoval } from '../../client/focus-after-removal.ts';
import { LoadFailure } from '../../client/load-failure.tsx';
import type { Likes } from '../../live/apply/likes.ts';
import { MemberCard } from '../../people/member-card.tsx';
import { closeLikeNotices } from './like-notices.ts';
import { useLikes } from './use-likes.ts';

const TYPES = ['received', 'new', 'given', 'matches'] as const;
type Type = (typeof TYPES)[number];

/** Who liked the member, whom the member likes, and who both (S2: /likes, /likes/{type}). */
export function LikesPage() {
  const { t } = useLingui();
  const { type = 'received' } = useParams({ strict: false });
  const { likes, failure, refetch } = useLikes();
  useDocumentTitle(t`Likes`);
  useLikesSeen(likes);
  const place = useRef<HTMLDivElement>(null);
  useFocusAfterRemoval(place);
  if (!isType(type)) throw notFound();
  const labels: Record<Type, string> = {
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
        {failure ? (
          <LoadFailure error={failure} onRetry={refetch} />
        ) : (
          <LikesGrid type={type} likes={likes} />
        )}
      </div>
    </Page>
  );
}

/** What told of likes goes while they are looked at, also what comes meanwhile, and when the member comes back to them. */
function useLikesSeen(likes: Likes | undefined): void {
  useEffect(() => {
    if (likes) closeLikeNotices();
    document.addEventListener('visibilitychange', closeLikeNotices);
    return () => document.removeEventListener('visibilitychange', closeLikeNotices);
  }, [likes]);
}

function LikesGrid({ type, likes }: { type: Type; likes: Likes | undefined }) {
  if (!likes) {
    return (
      <PortraitGrid>
        {Array.from({ length: 5 }, (_, index) => (
          <PortraitCardSkeleton key={index} />
        ))}
      </PortraitGrid>
    );
  }
  const profiles = likesOf(likes, type);
  if (profiles.length === 0) return <NoLikes type={type} />;
  return (
    <PortraitGrid>
      {profiles.map((profile, index) => (
        <MemberCard key={profile.id} profile={profile} isFirst={index < 4} />
      ))}
    </PortraitGrid>
  );
}

function NoLikes({ type }: { type: Type }) {
  const { t } = useLingui();
  const words: Record<Type, string> = {
    received: t`Nobody has left a like yet. A look around helps: people see who liked them.`,
    new: t`You have seen all your likes.`,
    given: t`You have not liked anybody yet.`,
    matches: t`No match yet. One begins with a like from you.`,
  };
  return (
    <EmptyState
      drawing="likes"
      title={words[type]}
      action={<Button href="/members" variant="primary">{t`Search members`}</Button>}
    />
  );
}

function isType(type: string): type is Type {
  return (TYPES as readonly string[]).includes(type);
}

/** The people of one tab, newest first; who is gone has no profile any more and is left out. */
export function likesOf(likes: Likes, type: Type): ProfileCard[] {
  const cards = new Map(likes.profiles.map((profile) => [profile.id, profile]));
  const entries = {
    received: likes.liked_by,
    new: likes.liked_by.filter((like) => like.like_new),
    given: likes.given,
    matches: likes.matches,
  }[type];
  return entries
    .toSorted((a, b) => b.at - a.at)
    .flatMap(({ id }) => {
      const card = cards.get(id);
      return card ? [card] : [];
    });
}
