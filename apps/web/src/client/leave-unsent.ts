/** Functions that store unsent text of this tab for the member's next log-in. */
const works = new Set<() => void>();

/** Registers such a function. Returns the unsubscribe function. */
export function onLeavingUnsent(leave: () => void): () => void {
  works.add(leave);
  return () => works.delete(leave);
}

/** Runs when the session ends and unsent text stays: each feature stores its own. */
export function leaveUnsent(): void {
  for (const leave of works) leave();
}
