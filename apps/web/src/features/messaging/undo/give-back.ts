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

/** What the sheet of a conversation is to show again, one after the other, each until it is sent or given up. */
const waiting = createWatchedMap<readonly SheetContent[]>();

/**
 * Gives a message that was undone, or not sent, back to who wrote it, to be sent anew: a photo or a gift in its sheet,
 * with its words; words alone in the field, answering what they answered.
 */
export function giveBack(
  member: string,
  conversation: string,
  { text, picture, gift, quote }: GivenBack,
): void {
  if (picture) showAfter(conversation, { words: text, picture });
  else if (gift) showAfter(conversation, { words: text, gift });
  else {
    putBack(member, conversation, text);
    if (quote && !quote.gone) startReply(conversation, quote);
  }
}

/** What waits already comes first: it may be on the screen, with words just changed. */
function showAfter(conversation: string, content: SheetContent): void {
  waiting.set(conversation, [...(waiting.get(conversation) ?? []), content]);
}

/** What was shown was sent or given up; the next one comes. */
export function endGivenBack(conversation: string): void {
  const rest = waiting.get(conversation)?.slice(1) ?? [];
  if (rest.length > 0) waiting.set(conversation, rest);
  else waiting.delete(conversation);
}

/** What is to be sent anew from a sheet of this conversation. */
export function useGivenBack(conversation: string): SheetContent | undefined {
  return waiting.useValue(conversation)?.[0];
}
