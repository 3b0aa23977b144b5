import {
  MESSAGE_UNITS,
  ok,
  type Refusal,
  type Result,
  refuse,
  type SiteSettings,
} from '@heartline/contracts';
import { cleanNote, cleanText, isBlank } from './text.ts';

/** Facts about a recipient that decide on the price of a message. */
export interface RecipientStatus {
  status: 'active' | 'not_confirmed' | 'disabled' | 'deleted';
  name: string;
  fictional: boolean;
  site: string;
}

/**
 * The price of a text message to this recipient, in credits. The client shows it; the send path checks it.
 * Messages to fictional profiles have their own price, 0 by default (product decisions).
 */
export function messagePrice(
  settings: Pick<SiteSettings, 'message_credits' | 'fictional_message_credits'>,
  recipient: { fictional: boolean },
): number {
  return recipient.fictional ? settings.fictional_message_credits : settings.message_credits;
}

/** The price of a photo to this recipient, in credits. To a fictional profile it is that of a text message. */
export function photoPrice(
  settings: Pick<SiteSettings, 'photo_credits' | 'fictional_message_credits'>,
  recipient: { fictional: boolean },
): number {
  return recipient.fictional ? settings.fictional_message_credits : settings.photo_credits;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The most code units that count as one character; a longer grapheme counts as several. */
const UNITS_PER_CHARACTER = 16;

/**
 * Length of a text in characters, as the limit of a message counts them. A character is a grapheme; very long graphemes
 * count more, so that `maximum` characters always fit the code units of a message.
 */
export function messageLength(text: string, maximum: number): number {
  const unitsOfEach = Math.min(UNITS_PER_CHARACTER, Math.floor(MESSAGE_UNITS / maximum));
  return Math.max(graphemes(text), Math.ceil(text.length / unitsOfEach));
}

/**
 * Returns the text as it is stored (`cleanText`). Refuses a text without a visible character, and one longer than
 * `maximum` characters (`messageLength`).
 */
export function messageText(raw: string, maximum: number): Result<string> {
  const text = cleanText(raw);
  if (isBlank(text)) return refuse('MESSAGE_EMPTY');
  const fits = text.length <= maximum || messageLength(text, maximum) <= maximum;
  if (!fits || hasStack(text)) return refuse('MESSAGE_TOO_LONG', { values: { limit: maximum } });
  return ok(text);
}

/** The text of a photo or a gift as it is stored; it may be empty. */
export function noteText(raw: string, maximum: number): Result<string> {
  return isBlank(raw) ? ok('') : messageText(raw, maximum);
}

/** The stored text of an allowed message; empty for a note without a visible character. */
export function storedText(raw: string, wordless: boolean): string {
  return wordless ? cleanNote(raw) : cleanText(raw);
}

/** Trims and unifies line ends. The hash of a send’s key is made of it, so stored holds forbid any change. */
export function normaliseText(raw: string): string {
  return raw.replace(/\r\n?/g, '\n').trim();
}

/** Number of graphemes. */
export function graphemes(text: string): number {
  return Array.from(segmenter.segment(text)).length;
}

/** The start of the grapheme at this offset of a text. */
export function letterAt(text: string, place: number): number {
  return segmenter.segment(text).containing(place)?.index ?? text.length;
}

/** Cuts a text to a number of code units, between graphemes, with an ellipsis. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, letterAt(text, most - 1))}…`;
}

/** Dozens of combining marks on one letter climb over the lines above and below. */
function hasStack(text: string): boolean {
  return /\p{M}{12,}/u.test(text);
}

export interface SendRequest {
  sender: { member: string; site: string };
  recipientId: string;
  recipient: RecipientStatus | undefined;
  /** The refusal caused by a block between the two members. */
  blocked?: Refusal | undefined;
  text: string;
  /** The price of its kind, and whether it may be sent without text. */
  price: number;
  wordless: boolean;
  /** The price the sender saw. A higher price needs a new confirmation. */
  credits: number;
  fictionalConfirmed: boolean;
  settings: Pick<SiteSettings, 'message_length'>;
}

/**
 * Checks a message before the two append-only logs are read. The ledger decides on credits and started conversations,
 * the conversation on blocks.
 */
export function maySend(request: SendRequest): Result<{ text: string; price: number }> {
  const { recipient, sender } = request;
  if (!recipient || recipient.site !== sender.site || recipient.status === 'not_confirmed')
    return refuse('NOT_FOUND');
  if (request.recipientId === sender.member) return refuse('NOT_FOUND');
  if (recipient.status !== 'active') return refuse('RECIPIENT_GONE', { values: { name: recipient.name } });
  if (request.blocked) return { ok: false, refusal: request.blocked };
  const readText = request.wordless ? noteText : messageText;
  const text = readText(request.text, request.settings.message_length);
  if (!text.ok) return text;
  if (recipient.fictional && !request.fictionalConfirmed) return refuse('FICTIONAL_NOT_CONFIRMED');
  const { price } = request;
  if (price > request.credits) return refuse('PRICE_CHANGED', { values: { credits: price } });
  return ok({ text: text.value, price });
}

/** Unread messages are counted to here; the badge shows “99+” from one more than its cap. */
export const UNREAD_COUNTED = 100;
