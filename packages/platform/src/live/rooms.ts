/**
 * The three kinds of room of members, and no others. The server chooses them; no client may ask for one.
 * `user:` every durable event, all devices · `session:` log-out and ban · `conversation:` typing and presence while
 * the chat is open. In the namespace of operators: `operators:` what waits at a site, and `session:`.
 */
export const rooms = {
  user: (member: string) => `user:{${member}}`,
  session: (session: string) => `session:${session}`,
  conversation: (conversation: string) => `conversation:${conversation}`,
  operators: (site: string) => `operators:${site}`,
} as const;

/** Rooms that every node keeps for itself: the end of a session is told to all nodes, and each ends its sockets. */
export function isOfThisNode(room: string): boolean {
  return room.startsWith('session:');
}
