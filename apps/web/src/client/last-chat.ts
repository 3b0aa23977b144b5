import { keepIn } from './keep-in.ts';

/** The conversation that was open last, so that buying credits leads back to what one wanted to say (S3-076, S3-077). */
export interface LastChat {
  path: string;
  name: string;
  at: number;
}

const NAME = 'last-chat';

/** Remembers it for this tab, across the payment page and back. */
export function rememberChat(chat: LastChat): void {
  keepIn(sessionStorage, NAME, JSON.stringify(chat));
}

/** The conversation that was open last in this tab, or null. */
export function lastChat(): LastChat | null {
  const stored = sessionStorage.getItem(NAME);
  return stored === null ? null : (JSON.parse(stored) as LastChat);
}
