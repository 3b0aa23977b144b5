import type { Message, Quote } from '@heartline/contracts';
import { cutText } from '@heartline/domain';
import { rowId, rowsById } from '@heartline/platform';
import { type ConversationRow, isVisible, MESSAGES, type VisibleRow } from './conversation.repository.ts';
import { findInbox } from './inbox.repository.ts';
import type { MessagingContext } from './messaging-context.ts';
import { presentMessage } from './present-message.ts';

/** Maximum length of the quoted text. */
const QUOTE_LENGTH = 140;

/** The quoted row in its current form. */
function presentQuote(row: VisibleRow): Quote {
  const line = row.text.replace(/\s+/g, ' ');
  return {
    seq: row.n,
    sender: row.sender,
    kind: row.kind,
    text: row.gone ? '' : cutText(line, QUOTE_LENGTH),
    ...(row.gone && { gone: row.gone }),
  };
}

/** Rows of one conversation with their quotes: one extra read if a quoted row is not among them. */
export async function presentWithQuotes(
  context: Pick<MessagingContext, 'mongo'>,
  rows: readonly VisibleRow[],
  shown = { lowest: 1, oldest: 0 },
): Promise<Message[]> {
  const known = new Map<number, ConversationRow>(rows.map((row) => [row.n, row]));
  const missing = rows.flatMap(({ owner, quote, gone }) =>
    quote && !gone && quote >= shown.lowest && !known.has(quote) ? [rowId(owner, quote)] : [],
  );
  for (const row of await readRows(context, missing)) known.set(row.n, row);
  return rows.map((row) => {
    const quoted = row.quote === undefined ? undefined : known.get(row.quote);
    return presentMessage(
      row,
      quoted && isVisible(quoted) && quoted.at >= shown.oldest ? presentQuote(quoted) : undefined,
    );
  });
}

/** One row with its quote. */
export async function presentWithQuote(
  context: Pick<MessagingContext, 'mongo'>,
  row: VisibleRow,
): Promise<Message> {
  if (row.quote === undefined) return presentMessage(row);
  const [message] = await presentWithQuotes(context, [row]);
  return message ?? presentMessage(row);
}

/** A message for this member's history: without its quote if they removed the quoted row. */
export async function asSeenBy(
  context: Pick<MessagingContext, 'sides'>,
  member: string,
  message: Message,
): Promise<Message> {
  const { quote, ...rest } = message;
  if (!quote) return message;
  const side = await findInbox(context.sides, member, message.conversation);
  return quote.seq > (side?.removedSeq ?? 0) ? message : rest;
}

/** Rows by their ids, uncached, in no order. */
export async function readRows(
  { mongo }: Pick<MessagingContext, 'mongo'>,
  ids: readonly string[],
): Promise<ConversationRow[]> {
  if (ids.length === 0) return [];
  return mongo.connection.collection<ConversationRow>(MESSAGES).find(rowsById(ids)).toArray();
}
