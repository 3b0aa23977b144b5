import type { Readable } from 'node:stream';
import {
  boundsRefusal,
  ok,
  PHOTO_BOUNDS,
  PHOTO_BYTES,
  PHOTO_PIXELS,
  type Refusal,
  type Result,
  refuse,
} from '@heartline/contracts';
import { type PictureExtent, PictureRefused } from '@heartline/platform';
import { announceFile } from './photo.repository.ts';
import type { ProfilesContext } from './profiles-context.ts';

type Purpose = keyof typeof PHOTO_BOUNDS;

/** Stores a picture: decoded and re-encoded, unheld at first. Its purpose decides its bounds. */
export async function storePicture(
  context: ProfilesContext,
  member: string,
  bytes: Readable | Uint8Array,
  purpose: Purpose,
): Promise<Result<PictureExtent & { key: string }>> {
  const put = (key: string) => context.storage.putPicture(key, bytes, PHOTO_BYTES, PHOTO_BOUNDS[purpose]);
  const stored = await underNewKey(context, member, put, purpose);
  return stored.ok ? ok({ key: stored.value.key, ...stored.value.made }) : stored;
}

/**
 * Stores by `put` under a new key, with a file note first, so that a crash leaves no unknown files. Refusals
 * are readable by members.
 */
export async function underNewKey<T>(
  context: ProfilesContext,
  member: string,
  put: (key: string) => Promise<T>,
  purpose: Purpose,
): Promise<Result<{ key: string; made: T }>> {
  const key = await announceFile(context, member);
  try {
    return ok({ key, made: await put(key) });
  } catch (error) {
    if (!(error instanceof PictureRefused)) return notStored(context, error);
    await context.files.deleteMany({ _id: key });
    return { ok: false, refusal: refusalOf(error, purpose) };
  }
}

/** The disk is full, or the store unavailable: try again later. The next sweep removes partial files. */
function notStored({ logger }: ProfilesContext, error: unknown): { ok: false; refusal: Refusal } {
  logger.error({ err: error }, 'picture not stored');
  return refuse('UNAVAILABLE');
}

/** The refusal for a picture that could not be stored. */
function refusalOf({ fault }: PictureRefused, purpose: Purpose): Refusal {
  if (fault === 'box') return { code: 'VALIDATION_FAILED', fields: { crop: 'INVALID' } };
  if (fault === 'unreadable') return { code: 'PHOTO_UNREADABLE' };
  if (fault !== 'too-large') return boundsRefusal(fault, PHOTO_BOUNDS[purpose]);
  const values = { megabytes: PHOTO_BYTES / 1024 / 1024, megapixels: PHOTO_PIXELS / 1_000_000 };
  return { code: 'PHOTO_TOO_LARGE', values };
}
