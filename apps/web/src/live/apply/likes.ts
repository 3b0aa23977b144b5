import type { getLikes, OutputOf, ProfileCard } from '@heartline/contracts';
import type { LiveEvents } from '../bus.ts';
import { type Applied, type LiveEvent, STALE } from './stale.ts';

export type Likes = OutputOf<typeof getLikes>;

/** Applies one event to the likes given and received. */
export function applyToLikes(likes: Likes, event: LiveEvent): Applied<Likes> {
  switch (event.name) {
    case 'like:received':
      return onReceived(likes, event.payload);
    case 'like:changed':
      return onChanged(likes, event.payload);
    case 'match:created':
      return onMatch(likes, event.payload);
    case 'profile:hidden':
      return withoutPerson(likes, event.payload.profile);
    case 'profile:shown':
      return STALE;
    default:
      return likes;
  }
}

function onReceived(likes: Likes, { profile, at, prompt }: LiveEvents['like:received']): Likes {
  const about = prompt === undefined ? {} : { prompt };
  return {
    ...likes,
    profiles: withCard(likes.profiles, profile),
    liked_by: [{ id: profile.id, like_new: true, at, ...about }, ...without(likes.liked_by, profile.id)],
  };
}

function onMatch(likes: Likes, { profile, at, unwritten }: LiveEvents['match:created']): Likes {
  return {
    ...likes,
    profiles: withCard(likes.profiles, profile),
    matches: [{ id: profile.id, at, ...(unwritten && { unwritten }) }, ...without(likes.matches, profile.id)],
  };
}

/** A block hides all likes between the two members. */
function withoutPerson(likes: Likes, profile: string): Likes {
  return withoutOrphans({
    ...likes,
    given: without(likes.given, profile),
    liked_by: without(likes.liked_by, profile),
    matches: without(likes.matches, profile),
  });
}

/** True if the event says something without which the lists are not right. */
function isUnknown(likes: Likes, { profile, given, received, hidden }: LiveEvents['like:changed']): boolean {
  if (given && !has(likes.given, profile)) return true;
  if (received && !has(likes.liked_by, profile)) return true;
  // The server alone knows if the two have written meanwhile.
  return (given && received && !has(likes.matches, profile)) || hidden === false;
}

/** The event carries the current state of two members but not since when. An entry new to this list is fetched. */
function onChanged(likes: Likes, now: LiveEvents['like:changed']): Applied<Likes> {
  if (isUnknown(likes, now)) return STALE;
  const { profile } = now;
  return withoutOrphans({
    ...likes,
    given: now.given ? likes.given : without(likes.given, profile),
    liked_by: now.received
      ? likes.liked_by.map((one) => (one.id === profile ? { ...one, like_new: now.isNew } : one))
      : without(likes.liked_by, profile),
    matches: matchesAfter(likes.matches, now),
  });
}

function matchesAfter(
  matches: Likes['matches'],
  { profile, given, received, hidden }: LiveEvents['like:changed'],
): Likes['matches'] {
  if (!given || !received) return without(matches, profile);
  return hidden ? withoutNew(matches, profile) : matches;
}

/** The matches after one of them left the new ones. */
export function withoutNew(matches: Likes['matches'], profile: string): Likes['matches'] {
  return matches.map(({ unwritten, ...match }) =>
    unwritten && match.id !== profile ? { ...match, unwritten } : match,
  );
}

/** Likes received that were not viewed yet: the number on the badge. */
export function totalNewLikes(likes: Likes | undefined): number {
  return likes?.liked_by.filter((one) => one.like_new).length ?? 0;
}

const has = (list: readonly { id: string }[], id: string) => list.some((one) => one.id === id);

function without<T extends { id: string }>(list: readonly T[], id: string): T[] {
  return list.filter((one) => one.id !== id);
}

function withCard(profiles: readonly ProfileCard[], card: ProfileCard): ProfileCard[] {
  return [card, ...without(profiles, card.id)];
}

function withoutOrphans(likes: Likes): Likes {
  const named = new Set([...likes.liked_by, ...likes.given, ...likes.matches].map((one) => one.id));
  return { ...likes, profiles: likes.profiles.filter((card) => named.has(card.id)) };
}
