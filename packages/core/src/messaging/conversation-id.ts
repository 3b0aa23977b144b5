import { hash } from 'node:crypto';
import type { SendInput } from '@heartline/contracts';

/** The id of the conversation of two members: the same for both sides and on every gateway. 24 hex digits. */
export function conversationOf(a: string, b: string): string {
  const pair = a < b ? `${a}:${b}` : `${b}:${a}`;
  return hash('sha256', pair, 'hex').slice(0, 24);
}

/**
 * Hash of the content of a send, to tell a retry from another message with the same key. Quote, photo and
 * gift follow a NUL, which no text contains.
 */
export function bodyHash(
  conversation: string,
  text: string,
  { quote, photo, gift }: Pick<SendInput, 'quote' | 'photo' | 'gift'> = {},
): string {
  const answers = quote === undefined ? '' : `\0quote:${quote}`;
  const holds = `${photo === undefined ? '' : `\0photo:${photo}`}${gift === undefined ? '' : `\0gift:${gift}`}`;
  return hash('sha256', `${conversation}\n${text}${answers}${holds}`, 'base64url').slice(0, 22);
}
