import {
  MESSAGE_UNITS,
  ok,
  type Refusal,
  type Result,
  refuse,
  type SiteSettings,
} from '@heartline/contracts';
import { cleanNote, cleanText, isBlank } from './text.ts';

/** Where a recipient stands, as far as writing to them goes. */
export interface RecipientStatus {
  status: 'active' | 'not_confirmed' | 'disabled' | 'deleted';
  name: string;
  fictional: boolean;
  site: string;
}

/**
 * What one text message to this person costs, in credits. Shown before sending, checked when it is sent.
 * Messages to fictional profiles have a price of their own, 0 by default (product decisions).
 */
export function messagePrice(
  settings: Pick<SiteSettings, 'message_credits' | 'fictional_message_credits'>,
  recipient: { fictional: boolean },
): number {
  return recipient.fictional ? settings.fictional_message_credits : settings.message_credits;
}

/** What a photo to this person costs, in credits. To a fictional profile a photo is a message like any other. */
export function photoPrice(
  settings: Pick<SiteSettings, 'photo_credits' | 'fictional_message_credits'>,
  recipient: { fictional: boolean },
): number {
  return recipient.fictional ? settings.fictional_message_credits : settings.photo_credits;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A person reads graphemes, a store keeps code units: so many of these are one character, or it counts as several. */
const UNITS_PER_CHARACTER = 16;

/**
 * Length of a text in characters, as the limit of a message counts them: graphemes, and more where these are so long that
 * a message of `maximum` of them would pass the code units it may have.
 */
export function messageLength(text: string, maximum: number): number {
  const unitsOfEach = Math.min(UNITS_PER_CHARACTER, Math.floor(MESSAGE_UNITS / maximum));
  return Math.max(graphemes(text), Math.ceil(text.length / unitsOfEach));
}

/**
 * The text as it is kept (`cleanText`). Refused when nothing of it can be seen, or when it is longer
 * than `maximum` characters (`messageLength`).
 */
export function messageText(raw: string, maximum: number): Result<string> {
  const text = cleanText(raw);
  if (isBlank(text)) return refuse('MESSAGE_EMPTY');
  const fits = text.length <= maximum || messageLength(text, maximum) <= maximum;
  if (!fits || hasStack(text)) return refuse('MESSAGE_TOO_LONG', { values: { limit: maximum } });
  return ok(text);
}

/** The words that go with a photo or a gift, as they are kept; there may be none. */
export function noteText(raw: string, maximum: number): Result<string> {
  return isBlank(raw) ? ok('') : messageText(raw, maximum);
}

/** What is stored of the words of a message that was allowed: none where nothing can be seen of a note. */
export function storedText(raw: string, wordless: boolean): string {
  return wordless ? cleanNote(raw) : cleanText(raw);
}

/** Trimmed, with plain line ends: what the hash under a send's key is made of. Stored holds have it, so it stays. */
export function normaliseText(raw: string): string {
  return raw.replace(/\r\n?/g, '\n').trim();
}

/** Length as a person counts it. */
export function graphemes(text: string): number {
  return Array.from(segmenter.segment(text)).length;
}

/** Where the letter begins, as a person sees letters, that has this place of a text. */
export function letterAt(text: string, place: number): number {
  return segmenter.segment(text).containing(place)?.index ?? text.length;
}

/** As much of a text as fits into so many code units, cut between letters, and an ellipsis for what does not. */
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
  /** The refusal of a block that stands between them. */
  blocked?: Refusal | undefined;
  text: string;
  /** What it costs, by its kind; and whether it says something without words. */
  price: number;
  wordless: boolean;
  /** The price the sender saw: the most that is charged without asking again. */
  credits: number;
  fictionalConfirmed: boolean;
  settings: Pick<SiteSettings, 'message_length'>;
}

/**
 * Whether this message may be sent, as far as it can be known without the two chains: the ledger decides on credits
 * and conversations started, the conversation on blocks.
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
