import { isPhotoLocked } from '@heartline/domain';
import { ownEyes, viewerOf } from './get-cards.ts';
import { metBy } from './met-by.ts';
import { cutOf, type PhotoTicket, readPhotoAddress } from './photo-address.ts';
import type { ProfileRow } from './profile.model.ts';
import type { ProfilesContext } from './profiles-context.ts';
import { isShown, VISITOR, VISITOR_PHOTOS } from './visitor-eyes.ts';

export interface ServedPhoto {
  bytes: Buffer;
  /** Browser cache time in seconds. */
  maxAgeSeconds: number;
}

/**
 * The picture behind a signed address, for the viewer in the address; undefined for anyone else. Checks again
 * if they may see it: an address from before a change must not deliver anything after it.
 */
export async function readPhoto(
  context: ProfilesContext,
  viewerId: string,
  address: string,
): Promise<ServedPhoto | undefined> {
  const now = context.clock.now();
  const ticket = readPhotoAddress(address, viewerId, context.config.mediaSecret, now);
  if (!ticket) return undefined;
  if (viewerId === VISITOR) {
    const shown = await context.profiles.get(ticket.owner);
    return served(context, shown && visitorKey(shown, ticket), ticket, now);
  }
  const [owner, eyes] = await Promise.all([context.profiles.get(ticket.owner), viewerOf(context, viewerId)]);
  if (!owner || !(await metBy(context, viewerId, [owner])).has(owner._id)) return undefined;
  return served(context, keyFor(owner, ticket, eyes), ticket, now);
}

async function served(
  context: ProfilesContext,
  key: string | undefined,
  ticket: PhotoTicket & { expires: number },
  now: number,
): Promise<ServedPhoto | undefined> {
  const bytes = key && (await context.storage.readPicture(key, ticket.size));
  return bytes ? { bytes, maxAgeSeconds: Math.floor((ticket.expires - now) / 1_000) } : undefined;
}

/** The storage key of the picture, if this viewer may see it in this size now. */
function keyFor(
  owner: ProfileRow,
  ticket: PhotoTicket,
  { viewer, presenting }: Awaited<ReturnType<typeof viewerOf>>,
): string | undefined {
  const eyes = ownEyes(viewer, owner._id);
  if (owner.status !== 'active' && !eyes.isOwner) return undefined;
  const position = positionOf(owner, ticket);
  const locked = isPhotoLocked(position, eyes, presenting.settings.free_visible_photos);
  if (ticket.size === 'original' && !eyes.isOwner) return undefined;
  return locked && ticket.size !== 'blur' ? undefined : owner.photos[position]?.key;
}

/** Position of a ticket's picture; -1 if it is gone, or was cropped again since. */
function positionOf(owner: ProfileRow, { photo, cut }: PhotoTicket): number {
  return owner.photos.findIndex((one) => one.id === photo && cutOf(one) === cut);
}

/** The storage key of the picture, if visitors may see it in this size. */
function visitorKey(owner: ProfileRow, ticket: PhotoTicket): string | undefined {
  if (!isShown(owner, owner.site) || ticket.size === 'original') return undefined;
  const position = positionOf(owner, ticket);
  return position >= VISITOR_PHOTOS && ticket.size !== 'blur' ? undefined : owner.photos[position]?.key;
}
