import { createWatchedMap } from '../../../client/watched-map.ts';
import { putBack } from '../drafts.ts';

/** What a sheet shows before it is sent: a picture or a gift (undefined until one is chosen), and the words with it. */
export type SheetContent = { words: string } & ({ picture: Blob } | { gift: string | undefined });

/** What the sheet of a conversation is to show again, until it is sent or given up. */
const waiting = createWatchedMap<SheetContent>();

/**
 * Gives a message that was undone, or not sent, back to who wrote it, to be sent anew: a photo or a gift in its sheet,
 * with its words; words alone in the field.
 */
export function giveBack(
  member: string,
  conversation: string,
  { text, picture, gift }: { text: string; picture: Blob | undefined; gift: string | undefined },
): void {
  if (picture) waiting.set(conversation, { words: text, picture });
  else if (gift) waiting.set(conversation, { words: text, gift });
  else putBack(member, conversation, text);
}

/** It was sent or given up. */
export function endGivenBack(conversation: string): void {
  waiting.delete(conversation);
}

/** What is to be sent anew from a sheet of this conversation. */
export function useGivenBack(conversation: string): SheetContent | undefined {
  return waiting.useValue(conversation);
}
