/** A request from any page to remove a conversation. The messaging feature carries it out. */
export interface RemovalRequest {
  conversation: string;
  /** The other member of the conversation. */
  person: { name: string; fictional: boolean };
}

const listeners = new Set<(request: RemovalRequest) => void>();
/** Requests made before the listener was there: it loads after the first paint. */
const waiting: RemovalRequest[] = [];

/** Removes a conversation at once, with an undo. */
export function askRemoval(request: RemovalRequest): void {
  if (listeners.size === 0) waiting.push(request);
  for (const listener of listeners) listener(request);
}

/** Receives the requests. Returns the unsubscribe function. */
export function onRemovalAsked(listener: (request: RemovalRequest) => void): () => void {
  listeners.add(listener);
  for (const request of waiting.splice(0)) listener(request);
  return () => listeners.delete(listener);
}
