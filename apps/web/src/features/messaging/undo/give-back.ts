import type { Quote } from '@heartline/contracts';
import { openSheetAfter } from '../composer/sheets.ts';
import { putBack } from '../drafts.ts';
import { startReply } from '../reply.ts';

/** What a message held that comes back. */
interface GivenBack {
  text: string;
  picture?: Blob | undefined;
  gift?: string | undefined;
  quote?: Quote | undefined;
}

/**
 * Gives a message that was undone, or not sent, back to who wrote it, to be sent anew and to answer what it answered: a
 * photo or a gift in its sheet, with its words; words alone in the field.
 */
export function giveBack(
  member: string,
  conversation: string,
  { text, picture, gift, quote }: GivenBack,
): void {
  if (quote && !quote.gone) startReply(member, conversation, quote);
  if (picture) openSheetAfter(conversation, { words: text, picture });
  else if (gift) openSheetAfter(conversation, { words: text, gift });
  else putBack(member, conversation, text);
}
