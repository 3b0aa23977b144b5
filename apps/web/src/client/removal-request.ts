/** A conversation to be removed, asked for from whatever page: messaging answers it. */
export interface RemovalRequest {
  conversation: string;
  /** Whom it is with. */
  name: string;
}

const listeners = new Set<(request: RemovalRequest) => void>();

/** Removes a conversation at once, with a way back. */
export function askRemoval(request: RemovalRequest): void {
  for (const listener of listeners) listener(request);
}

/** Hears what is asked for. Returns how to stop. */
export function onRemovalAsked(listener: (request: RemovalRequest) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
