import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { PICTURE_SIZES, type PictureSize } from '@heartline/platform';
import type { PhotoRow } from './profile.model.ts';

/** Addresses are stable for this long, so browsers keep pictures, and stop working at most twice as long later. */
const PERIOD_MS = 30 * 60_000;

/** Who may fetch which picture, in which size. */
export interface PhotoTicket {
  viewer: string;
  owner: string;
  photo: string;
  /** Which cut of the picture: another one has another address, so no browser shows the old one. */
  cut: string;
  size: PictureSize;
}

/**
 * The address of a picture below the media prefix, signed for one viewer, picture and size, and for 30 to 60 minutes.
 * Copied to somebody else it leads nowhere.
 */
export function photoAddress(
  { photo, ...rest }: Omit<PhotoTicket, 'photo' | 'cut'> & { photo: PhotoRow },
  secret: string,
  now: number,
): string {
  const expires = (Math.floor(now / PERIOD_MS) + 2) * PERIOD_MS;
  const ticket = { ...rest, photo: photo.id, cut: cutOf(photo) };
  const { owner, size, cut } = ticket;
  return `${owner}/${photo.id}-${cut}/${size}.${expires}.${sign(ticket, expires, secret)}.webp`;
}

/** A short name for one cut of a picture; nothing of the key it is stored under can be read from it. */
export function cutOf({ key }: PhotoRow): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 8);
}

const ADDRESS = /^([0-9a-f]{24})\/([0-9a-f]{24})-([0-9a-f]{8})\/([a-z]+)\.(\d{13})\.([\w-]{22})\.webp$/;

/** Reads an address for the viewer who asks; undefined when it is not theirs, was changed, or is too old. */
export function readPhotoAddress(
  address: string,
  viewer: string,
  secret: string,
  now: number,
): (PhotoTicket & { expires: number }) | undefined {
  const match = ADDRESS.exec(address);
  if (!match) return undefined;
  const [, owner = '', photo = '', cut = '', named, expiry, signature = ''] = match;
  const size = PICTURE_SIZES.find((one) => one === named);
  const expires = Number(expiry);
  if (!size || expires <= now) return undefined;
  const ticket = { viewer, owner, photo, cut, size };
  const expected = Buffer.from(sign(ticket, expires, secret));
  return timingSafeEqual(expected, Buffer.from(signature)) ? { ...ticket, expires } : undefined;
}

function sign({ viewer, owner, photo, cut, size }: PhotoTicket, expires: number, secret: string): string {
  return createHmac('sha256', secret)
    .update(`${viewer} ${owner} ${photo} ${cut} ${size} ${expires}`)
    .digest('base64url')
    .slice(0, 22);
}
