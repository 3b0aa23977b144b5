import { isPhotoLocked } from '@heartline/domain';
import { ownEyes, viewerOf } from './get-cards.ts';
import { type PhotoTicket, readPhotoAddress } from './photo-address.ts';
import type { ProfileRow } from './profile.model.ts';
import type { ProfilesContext } from './profiles-context.ts';

export interface ServedPhoto {
  bytes: Buffer;
  /** How long a browser may keep it, in seconds. */
  maxAgeSeconds: number;
}

/**
 * The picture behind a signed address, for the viewer it was made for. Whether they may see it is asked again here:
 * an address made before a change gives nothing away after it. Undefined for everything else.
 */
export async function readPhoto(
  context: ProfilesContext,
  viewerId: string,
  address: string,
): Promise<ServedPhoto | undefined> {
  const now = context.clock.now();
  const ticket = readPhotoAddress(address, viewerId, context.config.mediaSecret, now);
  if (!ticket) return undefined;
  const [owner, eyes] = await Promise.all([context.profiles.get(ticket.owner), viewerOf(context, viewerId)]);
  const key = owner && keyFor(owner, ticket, eyes);
  const bytes = key && (await context.storage.readPicture(key, ticket.size));
  return bytes ? { bytes, maxAgeSeconds: Math.floor((ticket.expires - now) / 1_000) } : undefined;
}

/** Where the picture is stored, if this viewer may see it in this size now. */
function keyFor(
  owner: ProfileRow,
  { photo, size }: PhotoTicket,
  { viewer, presenting }: Awaited<ReturnType<typeof viewerOf>>,
): string | undefined {
  const eyes = ownEyes(viewer, owner._id);
  if (owner.status !== 'active' && !eyes.isOwner) return undefined;
  const position = owner.photos.findIndex((one) => one.id === photo);
  const locked = isPhotoLocked(position, eyes, presenting.settings.free_visible_photos);
  return locked && size !== 'blur' ? undefined : owner.photos[position]?.key;
}
