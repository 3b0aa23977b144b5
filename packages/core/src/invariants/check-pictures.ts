import { randomBytes } from 'node:crypto';
import { DEFAULT_SETTINGS } from '@heartline/contracts';
import { carriesMetadata } from '@heartline/platform';
import type { PhotoFileRow, ProfileRow } from '../profiles/index.ts';
import type { Audit } from './audit.ts';
import type { Violation } from './violation.ts';

const DAY_MS = 86_400_000;
/** Pictures whose files are read in one pass: a few megabytes. */
const SAMPLE = 20;
const FINDINGS = 50;

/**
 * Checks pictures.
 *
 * - L1: nobody has more pictures than premium members may.
 * - P3: no stored form has EXIF, GPS, XMP or anything but pixels (a random few each pass).
 * - P4: unheld files, and those of an erased member, are gone within a day.
 */
export async function* checkPictures(audit: Audit): AsyncGenerator<Violation> {
  yield* checkCounts(audit);
  yield* checkForms(audit);
  yield* checkLeftovers(audit);
}

async function* checkCounts({ mongo, from, until, whole, photos }: Audit): AsyncGenerator<Violation> {
  const changed = mongo.connection
    .collection<ProfileRow>('profiles')
    .find(whole ? {} : { changedAt: { $gt: from, $lte: until } })
    .project<Pick<ProfileRow, '_id' | 'site' | 'photos'>>({ site: 1, photos: 1 });
  for await (const { _id, site, photos: held } of changed) {
    const most = (await photos?.limit(site)) ?? DEFAULT_SETTINGS.premium_photos;
    if (held.length > most) yield { invariant: 'L1', subject: _id, detail: `${held.length} pictures` };
  }
}

async function* checkForms({ mongo, photos }: Audit): AsyncGenerator<Violation> {
  if (!photos) return;
  const files = await mongo.connection
    .collection<PhotoFileRow>('photo_files')
    .find({ _id: { $gt: randomBytes(16).toString('hex') }, looseAt: null })
    .limit(SAMPLE)
    .toArray();
  for (const { _id } of files) {
    for (const form of await photos.forms(_id)) {
      if (carriesMetadata(form))
        yield { invariant: 'P3', subject: _id, detail: 'a stored form has more than pixels' };
    }
  }
}

async function* checkLeftovers({ mongo, now }: Audit): AsyncGenerator<Violation> {
  const files = mongo.connection.collection<PhotoFileRow>('photo_files');
  const forgotten = await files
    .find({ looseAt: { $lt: now - DAY_MS } })
    .limit(FINDINGS)
    .toArray();
  for (const { _id } of forgotten) {
    yield { invariant: 'P4', subject: _id, detail: 'unheld for a day, but still stored' };
  }
}
