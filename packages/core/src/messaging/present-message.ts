import type { Message, MessageKind, Quote } from '@heartline/contracts';
import { clientIdOf } from '@heartline/domain';
import type { VisibleRow } from './conversation.repository.ts';

/** Fields of each kind of row beyond the shared ones. Called only for rows that still have content. */
const CONTENT: {
  [K in MessageKind]: (row: VisibleRow) => Omit<Extract<Message, { kind: K }>, keyof Shared>;
} = {
  text: () => ({ kind: 'text' }),
  photo: ({ photo }) => ({ kind: 'photo', ...(photo && { photo }) }),
  gift: ({ gift }) => ({ kind: 'gift', ...(gift && { gift }) }),
};

/** Fields of a blanked row: only its kind. */
const EMPTY: { [K in MessageKind]: Omit<Extract<Message, { kind: K }>, keyof Shared> } = {
  text: { kind: 'text' },
  photo: { kind: 'photo' },
  gift: { kind: 'gift' },
};

type Shared = Omit<Message, 'kind'>;

/**
 * A visible row as it leaves the server, the same for both sides. The caller passes the quote
 * (`with-quotes.ts`): most messages have none and need no read.
 */
export function presentMessage(row: VisibleRow, quote?: Quote): Message {
  return {
    conversation: row.owner,
    seq: row.n,
    sender: row.sender,
    clientId: clientIdOf(row),
    ...(row.gone ? EMPTY[row.kind] : CONTENT[row.kind](row)),
    text: row.gone ? '' : row.text,
    at: row.at,
    ...(row.gone && { gone: row.gone }),
    ...(quote && !row.gone && { quote }),
  };
}
