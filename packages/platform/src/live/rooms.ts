/**
 * The three kinds of room, and no others. The server chooses them; no client may ask for one.
 * `user:` every durable event, all devices · `session:` log-out and ban · `conversation:` typing and presence while
 * the chat is open.
 */
export const rooms = {
  user: (member: string) => `user:{${member}}`,
  session: (session: string) => `session:${session}`,
  conversation: (conversation: string) => `conversation:${conversation}`,
} as const;
