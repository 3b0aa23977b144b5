import { createHmac, timingSafeEqual } from 'node:crypto';
import { PICTURE_SIZES, type PictureSize } from '@heartline/platform';

/** Addresses are stable for this long, so browsers keep pictures, and stop working at most twice as long later. */
const PERIOD_MS = 30 * 60_000;

/** Who may fetch which picture, in which size. */
export interface PhotoTicket {
  viewer: string;
  owner: string;
  photo: string;
  size: PictureSize;
}

/**
 * The address of a picture below the media prefix, signed for one viewer, picture and size, and for 30 to 60 minutes.
 * Copied to somebody else it leads nowhere.
 */
export function photoAddress(ticket: PhotoTicket, secret: string, now: number): string {
  const expires = (Math.floor(now / PERIOD_MS) + 2) * PERIOD_MS;
  return `${ticket.owner}/${ticket.photo}/${ticket.size}.${expires}.${sign(ticket, expires, secret)}.webp`;
}

const ADDRESS = /^([0-9a-f]{24})\/([0-9a-f]{24})\/([a-z]+)\.(\d{13})\.([\w-]{22})\.webp$/;

/** Reads an address for the viewer who asks; undefined when it is not theirs, was changed, or is too old. */
export function readPhotoAddress(
  address: string,
  viewer: string,
  secret: string,
  now: number,
): (PhotoTicket & { expires: number }) | undefined {
  const match = ADDRESS.exec(address);
  if (!match) return undefined;
  const [, owner = '', photo = '', named, expiry, signature = ''] = match;
  const size = PICTURE_SIZES.find((one) => one === named);
  const expires = Number(expiry);
  if (!size || expires <= now) return undefined;
  const ticket = { viewer, owner, photo, size };
  const expected = Buffer.from(sign(ticket, expires, secret));
  return timingSafeEqual(expected, Buffer.from(signature)) ? { ...ticket, expires } : undefined;
}

function sign({ viewer, owner, photo, size }: PhotoTicket, expires: number, secret: string): string {
  return createHmac('sha256', secret)
    .update(`${viewer} ${owner} ${photo} ${size} ${expires}`)
    .digest('base64url')
    .slice(0, 22);
}
