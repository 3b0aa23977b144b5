import type { Result, SendInput, SendOutput } from '@heartline/contracts';
import { actingAs } from '../../../client/api.ts';
import { inputOf, sendPhoto } from '../photos/send-photo.ts';
import type { OutboxEntry, OutboxStore } from './outbox-store.ts';

interface Ways {
  store: Pick<OutboxStore, 'change'>;
  send(input: SendInput): Promise<Result<SendOutput>>;
}

/**
 * Sends one message in the way of its kind. If another member signed in to this page meanwhile, it throws before
 * sending, and the message stays with its author.
 */
export async function sendEntry(entry: OutboxEntry, { store, send }: Ways): Promise<Result<SendOutput>> {
  const sendAsAuthor = async (input: SendInput) => {
    // Not SendPutOff, which says that nothing was sent: an earlier try may be stored.
    if (actingAs() !== entry.member) throw new Error('not signed in as the author');
    return send(input);
  };
  return entry.photo
    ? sendPhoto(entry, entry.photo, { store, send: sendAsAuthor })
    : sendAsAuthor(inputOf(entry));
}
