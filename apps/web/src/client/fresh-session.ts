const listeners = new Set<() => void>();

/** Runs when this browser continues under another session. Returns the unsubscribe function. */
export function onFreshSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Notes that this browser has the cookie of a new session, as after a change of password. */
export function noteFreshSession(): void {
  for (const listener of listeners) listener();
}
