import { createHmac, timingSafeEqual } from 'node:crypto';

/** Addresses are stable for this long, and stop working at most twice as long later. */
const PERIOD_MS = 15 * 60_000;

/** The forms of a chat photo that leave the server: `blur` for who has not accepted it, `large` for all others. */
const SIZES = ['large', 'blur'] as const;
export type ChatPhotoSize = (typeof SIZES)[number];

/** Who may fetch which photo, in which form. */
export interface ChatPhotoTicket {
  viewer: string;
  photo: string;
  size: ChatPhotoSize;
}

/** What addresses of chat photos begin with, below the media prefix. */
export const CHAT_PHOTO_PREFIX = 'chat/';

/** The address of a chat photo below the media prefix, for one viewer and form, and for 15 to 30 minutes. */
export function chatPhotoAddress(ticket: ChatPhotoTicket, secret: string, now: number): string {
  const expires = (Math.floor(now / PERIOD_MS) + 2) * PERIOD_MS;
  const { photo, size } = ticket;
  return `${CHAT_PHOTO_PREFIX}${photo}/${size}.${expires}.${sign(ticket, expires, secret)}.webp`;
}

const ADDRESS = /^chat\/([0-9a-f]{24})\/([a-z]+)\.(\d{13})\.([\w-]{22})\.webp$/;

/** Reads an address for the viewer who asks; undefined when it is not theirs, was changed, or is too old. */
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
