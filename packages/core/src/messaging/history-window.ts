import type { getMessages, ParsedOf } from '@heartline/contracts';
import { firstRowSince, oldestShown } from '@heartline/domain';
import type { MessagingContext } from './messaging-context.ts';

const PAGE = 30;

/** Rows of a conversation, both ends included; empty if `to` is before `from`. */
export interface RowWindow {
  from: number;
  to: number;
}

/** The part of a conversation a member may see: rows `lowest`…`lastSeq` that are from `oldest` or later. */
export interface Readable {
  lowest: number;
  lastSeq: number;
  oldest: number;
}

type Query = ParsedOf<typeof getMessages>;

/** Number of rows that a query asks for. */
export const pageSize = ({ limit }: Query) => limit ?? PAGE;

/** True if a query asks for the newest page. */
export function isNewest({ after, around, since, before }: Query): boolean {
  return [after, around, since, before].every((one) => one === undefined);
}

/** The rows that a query asks for: at most one page, and only readable rows. */
export async function windowOf(
  context: Pick<MessagingContext, 'conversations'>,
  query: Query,
  readable: Readable,
): Promise<RowWindow> {
  const { lowest, lastSeq } = readable;
  const size = pageSize(query);
  const forwards = (from: number) => ({
    from: Math.max(lowest, from),
    to: Math.min(lastSeq, Math.max(lowest, from) + size - 1),
  });
  const backwards = (to: number) => ({ from: Math.max(lowest, to - size + 1), to });
  if (query.after !== undefined) return forwards(query.after + 1);
  if (query.around !== undefined) {
    const middle = Math.min(query.around, lastSeq);
    return forwards(Math.min(middle - Math.floor(size / 2), lastSeq - size + 1));
  }
  if (query.since !== undefined) {
    const first = await rowSince(context, query.conversation, readable, query.since * 1_000);
    return first > lastSeq ? backwards(lastSeq) : forwards(first);
  }
  return backwards(Math.min(lastSeq, (query.before ?? lastSeq + 1) - 1));
}

/** The first readable row since a time; takes about twenty reads of one row. */
async function rowSince(
  { conversations }: Pick<MessagingContext, 'conversations'>,
  conversation: string,
  { lowest, lastSeq, oldest }: Readable,
  moment: number,
): Promise<number> {
  return firstRowSince({ from: lowest, to: lastSeq }, Math.max(moment, oldest), async (row) => {
    const [found] = await conversations.range(conversation, row, row);
    return found?.at ?? 0;
  });
}

/** The oldest time from which a member's site shows messages, for callers that have only the member. */
export async function historyStart(
  context: Pick<MessagingContext, 'accounts' | 'site' | 'clock'>,
  member: string,
): Promise<number> {
  const account = await context.accounts.accountOf(member);
  const { settings } = await context.site.settingsOf(account?.site ?? '');
  return oldestShown(context.clock.now(), settings);
}
