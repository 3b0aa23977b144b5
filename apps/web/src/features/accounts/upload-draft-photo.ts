import { uploadPhoto } from '@heartline/contracts';
import { dropDraft, readDraft } from './sign-up-draft.ts';
import { type DraftPhoto, dropPhoto, readPhoto } from './sign-up-photo.ts';

const TRIES = 3;

/** Uploads the picture of a sign-up to the account just made. False when it did not get through; never throws. */
export async function uploadDraftPhoto(photo: DraftPhoto | undefined): Promise<boolean> {
  if (!photo) return true;
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const response = await send(photo).catch(() => undefined);
    // The key makes a repeat safe: what was stored by a try whose answer was lost is not stored again.
    if (response?.ok) return true;
    if (response && response.status < 500) return false;
  }
  return false;
}

function send({ blob, key }: DraftPhoto): Promise<Response> {
  return fetch(`${uploadPhoto.path}?${new URLSearchParams({ key }).toString()}`, {
    method: uploadPhoto.method,
    headers: { 'X-Request-Type': 'client', 'Content-Type': blob.type },
    body: blob,
    credentials: 'same-origin',
  });
}

/**
 * After a reload in the middle of sending the account is there and the picture may not be: it is uploaded now, when the
 * draft is of this very account, and forgotten either way.
 */
export async function uploadKeptPhoto(email: string): Promise<void> {
  const isOurs = readDraft().email.trim().toLowerCase() === email.toLowerCase();
  dropDraft();
  if (isOurs) await uploadDraftPhoto(await readPhoto());
  await dropPhoto();
}
