import { sessionStore } from './storage.ts';

/** The conversation that was open last. After buying credits the member returns to it (S3-076, S3-077). */
export interface LastChat {
  /** The member it belongs to. Another member may sign in to this tab without a log-out. */
  member: string;
  path: string;
  /** The other member's name; of a fictional profile with its label. */
  name: string;
  at: number;
  /** Id of the payment that was opened over this chat and leads back to it; `NEXT` until that payment is opened. */
  payment?: string;
}

/** In place of an id: the next payment of this tab belongs to the chat. */
const NEXT = 'next';

const NAME = 'last-chat';

/** Remembers it in this tab, across the payment page and back. */
export function rememberChat(chat: LastChat): void {
  sessionStore.set(NAME, JSON.stringify(chat));
}

/** The conversation that this member had open last in this tab, or null. */
export function lastChat(member: string): LastChat | null {
  const stored = sessionStore.getJson(NAME) as LastChat | undefined;
  return stored?.member === member ? stored : null;
}

/** Remembers that this payment was opened over the chat that is open. */
export function rememberPurchase(member: string, payment: string): void {
  const chat = lastChat(member);
  if (chat) rememberChat({ ...chat, payment });
}

/** Remembers that the payment opened next belongs to the chat that is open: its order has a page of its own. */
export const rememberPurchaseNext = (member: string): void => rememberPurchase(member, NEXT);

/** The chat over which this payment was opened in this tab, or null. */
export function chatOfPurchase(member: string, payment: string): LastChat | null {
  const chat = lastChat(member);
  return chat?.payment === payment ? chat : null;
}
