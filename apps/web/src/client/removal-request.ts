/** A conversation to be removed, asked for from whatever page: messaging answers it. */
export interface RemovalRequest {
  conversation: string;
  /** Whom it is with. */
  person: { name: string; fictional: boolean };
}

const listeners = new Set<(request: RemovalRequest) => void>();
/** Asked for before anybody was there to hear it: what answers comes after the first paint. */
const waiting: RemovalRequest[] = [];

/** Removes a conversation at once, with a way back. */
export function askRemoval(request: RemovalRequest): void {
  if (listeners.size === 0) waiting.push(request);
  for (const listener of listeners) listener(request);
}

/** Hears what is asked for. Returns how to stop. */
export function onRemovalAsked(listener: (request: RemovalRequest) => void): () => void {
  listeners.add(listener);
  for (const request of waiting.splice(0)) listener(request);
  return () => listeners.delete(listener);
}
