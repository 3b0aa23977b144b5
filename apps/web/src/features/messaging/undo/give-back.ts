import type { Quote } from '@heartline/contracts';
import { createWatchedMap } from '../../../client/watched-map.ts';
import { putBack } from '../drafts.ts';
import { startReply } from '../reply.ts';

/** What a sheet shows before it is sent: a picture or a gift (undefined until one is chosen), and the words with it. */
export type SheetContent = { words: string } & ({ picture: Blob } | { gift: string | undefined });

/** What a message held that comes back. */
interface GivenBack {
  text: string;
  picture?: Blob | undefined;
  gift?: string | undefined;
  quote?: Quote | undefined;
}

/** What the sheet of a conversation is to show again, until it is sent or given up. */
const waiting = createWatchedMap<SheetContent>();

/**
 * Gives a message that was undone, or not sent, back to who wrote it, to be sent anew: a photo or a gift in its sheet,
 * with its words; words alone in the field, answering what they answered.
 */
export function giveBack(
  member: string,
  conversation: string,
  { text, picture, gift, quote }: GivenBack,
): void {
  if (picture) waiting.set(conversation, { words: text, picture });
  else if (gift) waiting.set(conversation, { words: text, gift });
  else {
    putBack(member, conversation, text);
    if (quote && !quote.gone) startReply(conversation, quote);
  }
}

/** It was sent or given up. */
export function endGivenBack(conversation: string): void {
  waiting.delete(conversation);
}

/** What is to be sent anew from a sheet of this conversation. */
export function useGivenBack(conversation: string): SheetContent | undefined {
  return waiting.useValue(conversation);
}
