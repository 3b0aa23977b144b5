import { hash } from 'node:crypto';

/** The conversation of two members: the same for both, and for every gateway. 24 hex digits. */
export function conversationOf(a: string, b: string): string {
  const pair = a < b ? `${a}:${b}` : `${b}:${a}`;
  return hash('sha256', pair, 'hex').slice(0, 24);
}

/** Hash of what a send says, to tell a retry from another message under the same key. */
export function bodyHash(conversation: string, text: string): string {
  return hash('sha256', `${conversation}\n${text}`, 'base64url').slice(0, 22);
}
