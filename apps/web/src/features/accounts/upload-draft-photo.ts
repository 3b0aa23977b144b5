import { ApiError, actingAs } from '../../client/api.ts';
import { dropDraft } from '../../client/sign-up-draft.ts';
import { uploadPicture } from '../../people/upload-picture.ts';
import { readDraft } from './sign-up-draft.ts';
import { type DraftPhoto, dropPhoto, readPhoto } from './sign-up-photo.ts';

const TRIES = 3;
/** Timeout of the picture. The new member does not wait longer for it. */
const TIMEOUT_MS = 60_000;

/** Uploads the picture of a sign-up to the new account. False when that failed; never throws. */
export async function uploadDraftPhoto(photo: DraftPhoto | undefined): Promise<boolean> {
  if (!photo) return true;
  const by = actingAs();
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  for (let attempt = 1; attempt <= TRIES && !signal.aborted; attempt += 1) {
    try {
      // The key makes a repeat safe: a picture whose answer was lost is not stored twice.
      await uploadPicture(photo.blob, { key: photo.key, by, signal, onProgress: () => {} });
      return true;
    } catch (error) {
      const isFinal = error instanceof ApiError && error.status >= 400 && error.status < 500;
      if (isFinal) return false;
    }
  }
  return false;
}

/**
 * A reload during sending may leave the account without its picture. It is uploaded now if the draft is of this
 * account, and deleted either way.
 */
export async function uploadStoredPhoto(email: string): Promise<void> {
  const isOurs = readDraft().email.trim().toLowerCase() === email.toLowerCase();
  dropDraft();
  if (isOurs) await uploadDraftPhoto(await readPhoto());
  await dropPhoto();
}
