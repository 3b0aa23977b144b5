import { createHmac, timingSafeEqual } from 'node:crypto';

/** An address stays the same for this time, and stops working after at most twice the time. */
const PERIOD_MS = 15 * 60_000;

/**
 * Forms of a chat photo that leave the server: `blur` before the recipient accepted it, otherwise `large`.
 */
const SIZES = ['large', 'blur'] as const;
export type ChatPhotoSize = (typeof SIZES)[number];

/** Permission for one viewer to fetch one photo in one form. */
export interface ChatPhotoTicket {
  viewer: string;
  photo: string;
  size: ChatPhotoSize;
}

/** Prefix of chat photo addresses, below the media prefix. */
export const CHAT_PHOTO_PREFIX = 'chat/';

/**
 * The address of a chat photo below the media prefix, for one viewer and form. It works for 15 to 30 minutes.
 */
export function chatPhotoAddress(ticket: ChatPhotoTicket, secret: string, now: number): string {
  const expires = (Math.floor(now / PERIOD_MS) + 2) * PERIOD_MS;
  const { photo, size } = ticket;
  return `${CHAT_PHOTO_PREFIX}${photo}/${size}.${expires}.${sign(ticket, expires, secret)}.webp`;
}

const ADDRESS = /^chat\/([0-9a-f]{24})\/([a-z]+)\.(\d{13})\.([\w-]{22})\.webp$/;

/**
 * Parses an address for its viewer; undefined if it belongs to another viewer, was changed, or has expired.
 */
export function readChatPhotoAddress(
  address: string,
  viewer: string,
  secret: string,
  now: number,
): ChatPhotoTicket | undefined {
  const match = ADDRESS.exec(address);
  if (!match) return undefined;
  const [, photo = '', named, expiry, signature = ''] = match;
  const size = SIZES.find((one) => one === named);
  const expires = Number(expiry);
  if (!size || expires <= now) return undefined;
  const ticket = { viewer, photo, size };
  const expected = Buffer.from(sign(ticket, expires, secret));
  return timingSafeEqual(expected, Buffer.from(signature)) ? ticket : undefined;
}

function sign({ viewer, photo, size }: ChatPhotoTicket, expires: number, secret: string): string {
  return createHmac('sha256', secret)
    .update(`chat ${viewer} ${photo} ${size} ${expires}`)
    .digest('base64url')
    .slice(0, 22);
}
