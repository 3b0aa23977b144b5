import type { Message, MessageKind, Quote } from '@heartline/contracts';
import { clientIdOf } from '@heartline/domain';
import type { VisibleRow } from './conversation.repository.ts';

/** What each kind of row says beyond what all have. Called with rows that still hold something only. */
const CONTENT: {
  [K in MessageKind]: (row: VisibleRow) => Omit<Extract<Message, { kind: K }>, keyof Shared>;
} = {
  text: () => ({ kind: 'text' }),
  photo: ({ photo }) => ({ kind: 'photo', ...(photo && { photo }) }),
  gift: ({ gift }) => ({ kind: 'gift', ...(gift && { gift }) }),
};

/** What a row that is gone still says: that there was one, of its kind. */
const EMPTY: { [K in MessageKind]: Omit<Extract<Message, { kind: K }>, keyof Shared> } = {
  text: { kind: 'text' },
  photo: { kind: 'photo' },
  gift: { kind: 'gift' },
};

type Shared = Omit<Message, 'kind'>;

/**
 * A visible row as it leaves the server, for both sides alike. Its quote is given by whoever read the quoted row
 * (`with-quotes.ts`): most messages have none, and cost no reading.
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
