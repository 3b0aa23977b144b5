import type { ProfileCard } from '@heartline/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { serverNow } from '../client/clock.ts';
import { keys } from '../client/query.ts';
import type { Likes } from '../live/apply/likes.ts';

/**
 * Matches to show, one after the other. The same match may be heard of more than once, from the answer to the member's
 * own like, from the live event, and from a fetched list when the event was lost: it is shown once.
 */
type Listener = () => void;

let queue: readonly ProfileCard[] = [];
/** Since when matches are news to who is signed in here: somebody may have signed out of this page before. */
let newSince = 0;
/** When this page was opened, in server time: asked once, since the clock that says it stands still while a device sleeps. */
let openedAt: number | undefined;
const announced = new Set<string>();
const listeners = new Set<Listener>();

function update(next: readonly ProfileCard[]) {
  queue = next;
  for (const listener of listeners) listener();
}

/** Queues the dialog for a match, unless it was shown on this page already. */
export function announceMatch(profile: ProfileCard): void {
  if (announced.has(profile.id)) return;
  announced.add(profile.id);
  update([...queue, profile]);
}

/** Queues what a fetched list shows to have matched since `openedAt`, milliseconds of server time. */
export function announceSince(likes: Likes, openedAt: number): void {
  const cards = new Map(likes.profiles.map((card) => [card.id, card]));
  for (const { id } of likes.matches.filter((match) => match.at >= openedAt)) {
    const card = cards.get(id);
    if (card) announceMatch(card);
  }
}

/**
 * Watches the likes for matches made while this page is open, those already there first: they may have been fetched, or
 * pushed, before this part of the page had come. Returns how to stop; when the member has signed out by then, whoever signs
 * in next is shown nothing of theirs.
 */
export function followMatches(client: QueryClient): () => void {
  openedAt ??= serverNow() - performance.now();
  const since = Math.max(newSince, openedAt);
  const look = (likes: Likes | undefined) => {
    if (likes) announceSince(likes, since);
  };
  look(client.getQueryData<Likes>(keys.likes));
  const stop = client.getQueryCache().subscribe((change) => {
    if (change.type !== 'updated' || change.query.queryKey[0] !== keys.likes[0]) return;
    // What the page wrote itself is not yet the server's word.
    if (change.action.type !== 'success' || change.action.manual) return;
    look(change.query.state.data as Likes | undefined);
  });
  return () => {
    stop();
    if (client.getQueryData(keys.user)) return;
    newSince = serverNow();
    announced.clear();
    update([]);
  };
}

/** The dialog was closed: the next one may show. */
export function closeMatch(): void {
  update(queue.slice(1));
}

/** A like taken back makes room for a new match of the same two. */
export function forgetMatch(id: string): void {
  announced.delete(id);
}

export function subscribeToMatches(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The match to show now. */
export function currentMatch(): ProfileCard | undefined {
  return queue[0];
}
