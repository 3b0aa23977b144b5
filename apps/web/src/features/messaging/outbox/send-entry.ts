import type { Result, SendInput, SendOutput } from '@heartline/contracts';
import { actingAs } from '../../../client/api.ts';
import { inputOf, sendPhoto } from '../photos/send-photo.ts';
import type { OutboxEntry, OutboxStore } from './outbox-store.ts';

interface Ways {
  store: Pick<OutboxStore, 'change'>;
  send(input: SendInput): Promise<Result<SendOutput>>;
}

/**
 * Brings one message to the server, in the way of its kind. Another member may log in to this page while it waits: then
 * it throws before it sends, and the message stays its author's.
 */
export async function sendEntry(entry: OutboxEntry, { store, send }: Ways): Promise<Result<SendOutput>> {
  const sendAsAuthor = async (input: SendInput) => {
    // No SendPutOff: that says the message never left, but an earlier try may have arrived.
    if (actingAs() !== entry.member) throw new Error('not signed in as the author');
    return send(input);
  };
  return entry.photo
    ? sendPhoto(entry, entry.photo, { store, send: sendAsAuthor })
    : sendAsAuthor(inputOf(entry));
}
