import { hash } from 'node:crypto';
import type { SendInput } from '@heartline/contracts';

/** The conversation of two members: the same for both, and for every gateway. 24 hex digits. */
export function conversationOf(a: string, b: string): string {
  const pair = a < b ? `${a}:${b}` : `${b}:${a}`;
  return hash('sha256', pair, 'hex').slice(0, 24);
}

/**
 * Hash of what a send says, to tell a retry from another message under the same key. What it says beyond its words (the
 * row it answers, a photo, a gift) stands behind a NUL, which no text holds.
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
