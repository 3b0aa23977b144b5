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
 * Brings a photo to the server: its picture first, under the key of the send, then the message that names it. A picture
 * the server has is not sent again; one it has thrown away meanwhile (the message waited for credits, say) is. One that a
 * slow line cut off goes smaller the next time: the server keeps whichever came first, and gives both the same id.
 * @throws {SendCancelled} when it was taken back; {@link SendGivenUp} when it does not come through at all;
 * {@link SendPutOff} when it did not this time; {@link SendBroken} when the server failed at its picture each time.
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

/** Uploads the picture and notes that the server has it, or that the line was too slow for it. */
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
    if (cancel.signal.aborted) throw new SendCancelled('taken back while it was uploaded');
    if (!(error instanceof ApiError)) throw putOff(error);
    if (isTooSlow(error, performance.now() - begunAt)) {
      const isLast = lateTries + 1 === LATE_TRIES;
      // Sent again by the member it begins anew: they may have a better line by then.
      await note({ lateTries: isLast ? 0 : lateTries + 1 });
      if (isLast) throw new SendGivenUp('its picture does not come through');
    }
    if (error.status === 0) throw putOff(error);
    if (error.code === 'INTERNAL') await countFault(photo, note);
    return { ok: false, refusal: { code: error.code, values: error.values } };
  }
}

/** Counts a failure of the server. A picture that it fails at each time must not hold back what is behind it. */
async function countFault(
  { faults = 0 }: OutboxPhoto,
  note: (news: Partial<OutboxPhoto>) => Promise<unknown>,
): Promise<void> {
  const isLast = faults + 1 === MOST_FAULTS;
  await note({ faults: isLast ? 0 : faults + 1 });
  if (isLast) throw new SendBroken('INTERNAL');
}

/** A file that was moved or changed since it was chosen can't be read any more, and never will be. */
async function checkReadable(blob: Blob): Promise<void> {
  try {
    await blob.slice(0, 1).arrayBuffer();
  } catch {
    throw new SendGivenUp('its picture can no longer be read');
  }
}

const putOff = (cause: unknown) => new SendPutOff('its picture is not on the server yet', { cause });

/** As it is, drawn smaller, and three times as small as it goes. What was written after it waits as long. */
const LATE_TRIES = 5;

/** A message on its way, as the server takes it. */
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
