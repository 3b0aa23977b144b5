import type { Quote } from '@heartline/contracts';
import { openSheetAfter } from '../composer/sheets.ts';
import { putBack } from '../drafts.ts';
import { startReply } from '../reply.ts';

/** Content of a message that goes back to its author. */
interface GivenBack {
  text: string;
  picture?: Blob | undefined;
  gift?: string | undefined;
  quote?: Quote | undefined;
}

/**
 * Gives the content of an undone or unsent message back to its author, with the quote it answered. A photo or a gift
 * opens in its sheet with its text; text alone goes into the field.
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
