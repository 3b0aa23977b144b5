import {
  type ChatHit,
  type OutputOf,
  ok,
  type ParsedOf,
  type Result,
  refuse,
  type searchChats as searchCall,
} from '@heartline/contracts';
import { findTerms, searchTerms, snippetAround } from '@heartline/domain';
import { closedTo } from './closed-to.ts';
import { type ConversationRow, isVisible } from './conversation.repository.ts';
import type { Summary } from './count-unread.ts';
import { historyStart } from './history-window.ts';
import { findInbox, type InboxDoc } from './inbox.repository.ts';
import { byNewest, presentChats, summarise } from './list-chats.ts';
import type { MessagingContext } from './messaging-context.ts';

/**
 * One call reads at most this many rows, returns at most this many hits, and says where to continue. A long
 * history is searched in bounded steps by ranges of `_id`, so the database never scans.
 */
const ROWS_PER_CALL = 6_000;
const HITS_PER_CALL = 30;
/**
 * Hits per conversation in a search through all conversations: a search in that conversation finds the rest.
 */
const HITS_PER_CONVERSATION = 4;
const ROWS_AT_ONCE = 500;
/** Conversations whose newest rows are read concurrently. */
const SIDE_BY_SIDE = 8;
const PEOPLE_SHOWN = 10;
const SNIPPET_LENGTH = 120;

/** A conversation to search, from row `to` down to row `from`. */
interface Stretch {
  doc: InboxDoc;
  from: number;
  to: number;
}

type Viewer = { member: string; site: string };

/** Searches for words in what the member can read; see `GET /api/search-chats.php`. */
export async function searchChats(
  context: MessagingContext,
  viewer: Viewer,
  { q, conversation, before }: ParsedOf<typeof searchCall>,
): Promise<Result<OutputOf<typeof searchCall>>> {
  const terms = searchTerms(q);
  if (conversation === undefined) return ok(await searchAll(context, viewer, terms, before));
  const doc = await findInbox(context.sides, viewer.member, conversation);
  if (!doc) return refuse('NOT_FOUND');
  const blocked = await closedTo(context, viewer.member, doc.profile);
  if (blocked) return { ok: false, refusal: blocked };
  const to = (await context.conversations.freshTail(conversation))?.n ?? 0;
  const stretches = remainingOf([{ doc, from: doc.removedSeq + 1, to }], before);
  const found = await lookThrough(context, viewer.member, stretches, terms, Number.POSITIVE_INFINITY);
  return ok({ ...found, people: [], chats: [] });
}

async function searchAll(
  context: MessagingContext,
  viewer: Viewer,
  terms: readonly string[],
  before: string | undefined,
): Promise<OutputOf<typeof searchCall>> {
  if (terms.length === 0) return { hits: [], people: [], chats: [] };
  const all = (await summarise(context, viewer.member)).sort((a, b) => byNewest(a.doc, b.doc));
  const cards = await context.profiles.cards(
    viewer.member,
    all.map(({ doc }) => doc.profile),
  );
  const shown = all.filter(({ doc }) => cards.has(doc.profile));
  const people = shown.filter(({ doc }) => findTerms(cards.get(doc.profile)?.name ?? '', terms));
  const stretches = shown.map(({ doc }) => ({ doc, from: doc.removedSeq + 1, to: doc.lastSeq }));
  const rest = remainingOf(stretches, before);
  const found = await lookThrough(context, viewer.member, rest, terms, HITS_PER_CONVERSATION);
  const holding = new Set(found.hits.map((hit) => hit.conversation));
  const present = (some: Summary[]) => presentChats(context, viewer, some);
  return {
    ...found,
    people: before === undefined ? await present(people.slice(0, PEOPLE_SHOWN)) : [],
    chats: await present(shown.filter(({ doc }) => holding.has(doc.conversation))),
  };
}

/** The rest after the row where the last call stopped: of its conversation, then the older ones. */
function remainingOf(stretches: readonly Stretch[], before: string | undefined): Stretch[] {
  if (before === undefined) return [...stretches];
  const [lastAt = '0', conversation = '', row = '0'] = before.split(':');
  const mark = { lastAt: Number(lastAt), conversation };
  const rest = stretches.find(({ doc }) => doc.conversation === conversation);
  const older = stretches.filter(({ doc }) => doc.conversation !== conversation && byNewest(mark, doc) < 0);
  return [...(rest ? [{ ...rest, to: Math.min(rest.to, Number(row) - 1) }] : []), ...older];
}

async function lookThrough(
  context: MessagingContext,
  member: string,
  stretches: readonly Stretch[],
  terms: readonly string[],
  most: number,
): Promise<{ hits: ChatHit[]; next?: string }> {
  const hits: ChatHit[] = [];
  if (terms.length === 0) return { hits };
  const oldest = await historyStart(context, member);
  const found = new Map<string, number>();
  const isDone = ({ doc }: Stretch) => (found.get(doc.conversation) ?? 0) >= most;
  let read = 0;
  for await (const { stretch, row } of rowsBack(context, stretches, oldest, isDone)) {
    const { lastAt, conversation } = stretch.doc;
    read += 1;
    const hit = hitOf(row, terms);
    if (hit) {
      hits.push(hit);
      found.set(conversation, (found.get(conversation) ?? 0) + 1);
    }
    if (hits.length < HITS_PER_CALL && read < ROWS_PER_CALL) continue;
    // Below its first row a conversation has nothing left.
    return { hits, next: `${lastAt}:${conversation}:${isDone(stretch) ? 1 : row.n}` };
  }
  return { hits };
}

function hitOf(row: ConversationRow, terms: readonly string[]): ChatHit | undefined {
  if (!isVisible(row) || row.gone) return undefined;
  const [first] = findTerms(row.text, terms) ?? [];
  if (!first) return undefined;
  return {
    conversation: row.owner,
    seq: row.n,
    sender: row.sender,
    at: row.at,
    snippet: snippetAround(row.text, first, SNIPPET_LENGTH),
  };
}

/** The rows of each stretch, newest first, until they are too old to be shown or the stretch is done. */
async function* rowsBack(
  { conversations }: MessagingContext,
  stretches: readonly Stretch[],
  oldest: number,
  isDone: (stretch: Stretch) => boolean,
): AsyncGenerator<{ stretch: Stretch; row: ConversationRow }> {
  const chunk = ({ doc, from, to }: Stretch) =>
    conversations.range(doc.conversation, Math.max(from, to - ROWS_AT_ONCE + 1), to);
  for (let at = 0; at < stretches.length; at += SIDE_BY_SIDE) {
    const beside = stretches.slice(at, at + SIDE_BY_SIDE);
    const newest = await Promise.all(beside.map(chunk));
    for (const [index, stretch] of beside.entries()) {
      const isOver = (row: ConversationRow) => row.at < oldest || isDone(stretch);
      for (let rows = newest[index] ?? []; rows[0]; ) {
        // The caller may stop in the middle of the rows.
        yield* shownOf(stretch, rows, isOver);
        rows = isOver(rows[0]) ? [] : await chunk({ ...stretch, to: rows[0].n - 1 });
      }
    }
  }
}

/** Rows of a stretch from the newest on, until it is over. */
function* shownOf(
  stretch: Stretch,
  rows: readonly ConversationRow[],
  isOver: (row: ConversationRow) => boolean,
): Generator<{ stretch: Stretch; row: ConversationRow }> {
  for (const row of rows.toReversed()) if (!isOver(row)) yield { stretch, row };
}
