const listeners = new Set<() => void>();

/** Calls back whenever this browser goes on under another session. Returns how to stop. */
export function onFreshSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** This browser has the cookie of a session that takes the place of the one before, as after a new password. */
export function noteFreshSession(): void {
  for (const listener of listeners) listener();
}
