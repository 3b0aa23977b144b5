import type { ProfileCard } from '@heartline/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { serverNow } from '../client/clock.ts';
import { keys } from '../client/query.ts';
import type { Likes } from '../live/apply/likes.ts';

/**
 * Matches to show, one after the other, each once. The same match may be reported several times: by the answer to the
 * member's own like, by the live event, and by a fetched list.
 */
type Listener = () => void;

let queue: readonly ProfileCard[] = [];
/** Matches before this time are not announced: another member may have signed out of this page before. */
let newSince = 0;
/** The time this page was opened, in server time. Read once, since the clock behind it stops while a device sleeps. */
let openedAt: number | undefined;
const announced = new Set<string>();
const listeners = new Set<Listener>();

function update(next: readonly ProfileCard[]) {
  queue = next;
  for (const listener of listeners) listener();
}

/** Queues the dialog of a match, unless this page has shown it already. */
export function announceMatch(profile: ProfileCard): void {
  if (announced.has(profile.id)) return;
  announced.add(profile.id);
  update([...queue, profile]);
}

/** Queues the matches of a fetched list since `openedAt`, in milliseconds of server time. */
export function announceSince(likes: Likes, openedAt: number): void {
  const cards = new Map(likes.profiles.map((card) => [card.id, card]));
  for (const { id } of likes.matches.filter((match) => match.at >= openedAt)) {
    const card = cards.get(id);
    if (card) announceMatch(card);
  }
}

/**
 * Watches the likes for matches made while this page is open, including those fetched or pushed before this module
 * loaded. Returns the function that stops it. If the member has signed out by then, the next member sees none of these
 * matches.
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
    // Data the page wrote itself is not yet confirmed by the server.
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

/** Closes the dialog; the next one may show. */
export function closeMatch(): void {
  update(queue.slice(1));
}

/** After an unlike, the same two members may match again. */
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
