import type { ProfileCard } from '@heartline/contracts';

/**
 * Matches to show, one after the other. The same match may be heard of twice, from the answer to the member's own like
 * and from the live event: it is shown once.
 */
type Listener = () => void;

let queue: readonly ProfileCard[] = [];
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
