import {
  PHOTO_BOUNDS,
  type Result,
  type SendInput,
  type SendOutput,
  uploadChatPhoto,
} from '@heartline/contracts';
import { ApiError } from '../../../client/api.ts';
import type { OutboxEntry, OutboxStore } from '../outbox/outbox-store.ts';
import { SendBroken, SendCancelled, SendGivenUp, SendPutOff } from '../outbox/send-ended.ts';
import { baseOf } from '../outbox/send-key.ts';
import { MOST_FAULTS } from '../outbox/two-ways.ts';
import { uploading } from './uploads.ts';

interface Ways {
  store: Pick<OutboxStore, 'change'>;
  send(input: SendInput): Promise<Result<SendOutput>>;
}

type OutboxPhoto = NonNullable<OutboxEntry['photo']>;

/**
 * Uploads the picture under the key of the send, then sends the message with its id. A picture the server has is
 * uploaded again only if the server deleted it meanwhile. After a try on a slow connection it is uploaded smaller; the
 * server keeps the first one and returns the same id for both.
 * @throws {SendCancelled} if the member cancelled it
 * @throws {SendGivenUp} if it can't be uploaded
 * @throws {SendPutOff} if it was not uploaded this time
 * @throws {SendBroken} if the server failed at the upload each time
 */
export async function sendPhoto(
  entry: OutboxEntry,
  photo: OutboxPhoto,
  ways: Ways,
): Promise<Result<SendOutput>> {
  const first =
    photo.id === undefined ? await bring(entry, photo, ways) : ({ ok: true, value: photo.id } as const);
  if (!first.ok) return first;
  const sent = await ways.send({ ...inputOf(entry), photo: first.value });
  if (sent.ok || sent.refusal.code !== 'PHOTO_GONE' || photo.id === undefined) return sent;
  const again = await bring(entry, photo, ways);
  return again.ok ? ways.send({ ...inputOf(entry), photo: again.value }) : again;
}

/** Uploads the picture, and stores its id or that the connection was too slow. */
async function bring(entry: OutboxEntry, photo: OutboxPhoto, { store }: Ways): Promise<Result<string>> {
  const { blob, lateTries = 0 } = photo;
  await checkReadable(blob);
  const { isTooSlow, pictureAfter, sendPicture } = await import('../../../people/upload-picture.ts');
  const cancel = new AbortController();
  const note = (news: Partial<OutboxPhoto>) =>
    store.change(entry.order, (stored) => ({
      ...stored,
      ...(stored.photo && { photo: { ...stored.photo, ...news } }),
    }));
  const begunAt = performance.now();
  try {
    const { id } = await uploading(entry.key, cancel, async (onProgress) =>
      sendPicture(uploadChatPhoto, await pictureAfter(lateTries, blob, PHOTO_BOUNDS.chat), {
        key: baseOf(entry.clientId),
        by: entry.member,
        signal: cancel.signal,
        onProgress,
      }),
    );
    await note({ id });
    return { ok: true, value: id };
  } catch (error) {
    if (cancel.signal.aborted) throw new SendCancelled('photo upload cancelled by the member');
    if (!(error instanceof ApiError)) throw putOff(error);
    if (isTooSlow(error, performance.now() - begunAt)) {
      const isLast = lateTries + 1 === LATE_TRIES;
      // A later send by the member starts over, because the connection may be better.
      await note({ lateTries: isLast ? 0 : lateTries + 1 });
      if (isLast) throw new SendGivenUp('photo upload failed: connection too slow');
    }
    if (error.status === 0) throw putOff(error);
    if (error.code === 'INTERNAL') await countFault(photo, note);
    return { ok: false, refusal: { code: error.code, values: error.values } };
  }
}

/** Counts a fault of the server. A picture that always fails must not block the messages behind it. */
async function countFault(
  { faults = 0 }: OutboxPhoto,
  note: (news: Partial<OutboxPhoto>) => Promise<unknown>,
): Promise<void> {
  const isLast = faults + 1 === MOST_FAULTS;
  await note({ faults: isLast ? 0 : faults + 1 });
  if (isLast) throw new SendBroken('INTERNAL');
}

/** A file that was moved or changed since it was chosen will never be readable again. */
async function checkReadable(blob: Blob): Promise<void> {
  try {
    await blob.slice(0, 1).arrayBuffer();
  } catch {
    throw new SendGivenUp('photo upload failed: file not readable');
  }
}

const putOff = (cause: unknown) => new SendPutOff('photo not uploaded yet', { cause });

/** Tries on a slow connection: in full size, smaller, and three times at the smallest. Later messages wait as long. */
const LATE_TRIES = 5;

/** The input of the send for an entry. */
export function inputOf(entry: OutboxEntry): SendInput {
  const { clientId, profile, text, quote, gift, credits, fictionalConfirmed } = entry;
  return {
    clientId,
    profile,
    text,
    credits,
    ...(quote && { quote: quote.seq }),
    ...(gift && { gift: gift.id }),
    ...(fictionalConfirmed && { fictionalConfirmed }),
  };
}
