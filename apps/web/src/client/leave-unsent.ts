/** What puts unsent words that only this tab has where the member's next log-in finds them. */
const works = new Set<() => void>();

/** Says how to leave them, from now on. Returns how to stop. */
export function onLeavingUnsent(leave: () => void): () => void {
  works.add(leave);
  return () => works.delete(leave);
}

/** The session ends and its words stay: each feature leaves its own. */
export function leaveUnsent(): void {
  for (const leave of works) leave();
}
