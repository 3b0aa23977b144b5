import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { PICTURE_SIZES, type PictureSize } from '@heartline/platform';
import type { PhotoRow } from './profile.model.ts';

/**
 * An address stays the same for this time, so that browsers cache pictures, and stops working after at most
 * twice the time.
 */
const PERIOD_MS = 30 * 60_000;

/** Permission for one viewer to fetch one picture in one size. */
export interface PhotoTicket {
  viewer: string;
  owner: string;
  photo: string;
  /** The version of the picture: a new crop has a new address, so no browser shows the old one. */
  cut: string;
  size: PictureSize;
}

/**
 * The address of a picture below the media prefix, signed for one viewer, picture and size. It works for 30
 * to 60 minutes, and only for that viewer.
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

/** A short name for one crop of a picture, which does not reveal its storage key. */
export function cutOf({ key }: PhotoRow): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 8);
}

const ADDRESS = /^([0-9a-f]{24})\/([0-9a-f]{24})-([0-9a-f]{8})\/([a-z]+)\.(\d{13})\.([\w-]{22})\.webp$/;

/**
 * Parses an address for its viewer; undefined if it belongs to another viewer, was changed, or has expired.
 */
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
