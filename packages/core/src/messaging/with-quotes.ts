import type { Message, Quote } from '@heartline/contracts';
import { cutText } from '@heartline/domain';
import { rowId, rowsById } from '@heartline/platform';
import { type ConversationRow, isVisible, MESSAGES, type VisibleRow } from './conversation.repository.ts';
import { findInbox } from './inbox.repository.ts';
import type { MessagingContext } from './messaging-context.ts';
import { presentMessage } from './present-message.ts';

/** A quote shows this much of what it quotes. */
const QUOTE_LENGTH = 140;

/** The quoted row as a quote shows it now. */
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

/** Rows of one conversation with what they quote: one read more when one of them quotes a row that is not here. */
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

/** One row with what it quotes. */
export async function presentWithQuote(
  context: Pick<MessagingContext, 'mongo'>,
  row: VisibleRow,
): Promise<Message> {
  if (row.quote === undefined) return presentMessage(row);
  const [message] = await presentWithQuotes(context, [row]);
  return message ?? presentMessage(row);
}

/** A message as this member’s history shows it: without what it quotes where that is a row they removed. */
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

/** Rows by their ids, as the engine has them now, in no order. */
export async function readRows(
  { mongo }: Pick<MessagingContext, 'mongo'>,
  ids: readonly string[],
): Promise<ConversationRow[]> {
  if (ids.length === 0) return [];
  return mongo.connection.collection<ConversationRow>(MESSAGES).find(rowsById(ids)).toArray();
}
