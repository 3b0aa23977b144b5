import { getMessages, type InputOf, type Version } from '@heartline/contracts';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, call } from '../../client/api.ts';
import { chatsQuery } from '../../client/chats-query.ts';
import { keys, orPersisted, queryClient } from '../../client/query.ts';
import { applyToMessages, type Messages, withNewer } from '../../live/apply/messages.ts';
import { RECEIPTS_OFF } from '../../live/apply/signs.ts';
import { STALE } from '../../live/apply/stale.ts';
import { eventsSince } from '../../live/stream.ts';

/** A conversation without messages; the server creates it with the first one. */
const NOT_STARTED: Messages = {
  messages: [],
  lastSeq: 0,
  hasOlder: false,
  readSeq: 0,
  deliveredSeq: 0,
  receipts: RECEIPTS_OFF,
  seenSeq: 0,
};

/** Rows per request when held rows are fetched again, and requests before only the newest page is kept. */
const CATCH_UP_ROWS = 100;
const CATCH_UP_PAGES = 5;

/**
 * Messages of one conversation. A refetch loads the held rows again, because messages change (reactions, messages taken
 * back), and adds the newer ones. If that takes more than `CATCH_UP_PAGES`, only the newest page stays.
 */
export function messagesQuery(conversation: string) {
  return queryOptions({
    queryKey: keys.messages(conversation),
    queryFn: ({ signal }) => orPersisted(keys.messages(conversation), fetchJoined(conversation, signal)),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

async function fetchJoined(conversation: string, signal: AbortSignal): Promise<Messages> {
  const heldNow = () => queryClient.getQueryData<Messages>(keys.messages(conversation));
  const first = heldNow()?.messages[0]?.seq;
  const fetched = await fetchAgain(conversation, signal);
  // Events or a loaded older page may have added rows during the request.
  const held = heldNow();
  return held && fetched.messages.length > 0 && isJoined(held, fetched)
    ? withNewer(cameMeanwhile(held, fetched, first), fetched)
    : fetched;
}

async function fetchAgain(conversation: string, signal: AbortSignal): Promise<Messages> {
  const held = queryClient.getQueryData<Messages>(keys.messages(conversation));
  if (!held && !(await mayBeStarted(conversation))) return NOT_STARTED;
  try {
    return (
      (held && (await fetchHeld(conversation, held, signal))) ?? (await fetchPage({ conversation }, signal))
    );
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return NOT_STARTED;
    throw error;
  }
}

/** False if the list is complete and lacks the conversation; this saves a request. */
async function mayBeStarted(conversation: string): Promise<boolean> {
  const list = await queryClient.ensureQueryData(chatsQuery).catch(() => undefined);
  return (
    !list || list.older !== undefined || list.chats.some((chat) => chat.conversation.id === conversation)
  );
}

/** Fetches the rows from the first held one to the newest; undefined if there are too many. */
async function fetchHeld(
  conversation: string,
  held: Messages,
  signal: AbortSignal,
): Promise<Messages | undefined> {
  const first = held.messages[0]?.seq;
  if (first === undefined) return undefined;
  let joined: Messages | undefined;
  let since: Version | null = null;
  for (let page = 0; page < CATCH_UP_PAGES; page += 1) {
    const after = first - 1 + page * CATCH_UP_ROWS;
    const { version, page: newer } = await ask({ conversation, after, limit: CATCH_UP_ROWS }, signal);
    if (page === 0) since = version;
    joined = joined ? withNewer(joined, newer) : { ...newer, hasOlder: held.hasOlder };
    // Apply events since the first answer, because they may change rows of the earlier pages.
    if (after + CATCH_UP_ROWS >= newer.lastSeq) return broughtUp(joined, conversation, since);
  }
  return undefined;
}

/** Fetches one page and applies the events that arrived during the request. */
export async function fetchPage(query: InputOf<typeof getMessages>, signal?: AbortSignal): Promise<Messages> {
  const { version, page } = await ask(query, signal);
  return broughtUp(page, query.conversation, version);
}

/** An answer with its version. Repeats once if the answer is too old to know which events followed it. */
async function ask(
  query: InputOf<typeof getMessages>,
  signal?: AbortSignal,
): Promise<{ version: Version | null; page: Messages }> {
  const once = () => call(getMessages, query, signal ? { signal } : {});
  let { version, ...page } = await once();
  if (!eventsSince(version)) ({ version, ...page } = await once());
  return { version, page };
}

/** Applies the events since a version to rows. */
function broughtUp(rows: Messages, conversation: string, since: Version | null): Messages {
  let now = rows;
  for (const event of eventsSince(since) ?? []) {
    // New rows are in the held messages, which the result is joined to.
    if (event.name === 'message:created') continue;
    const next = applyToMessages(now, conversation, event);
    if (next !== STALE) now = next;
  }
  return now;
}

/** Held rows newer than the answer, and rows loaded above `first` during the request. */
function cameMeanwhile(held: Messages, fetched: Messages, first: number | undefined): Messages {
  const isFromFirst = first !== undefined && (fetched.messages[0]?.seq ?? 0) <= first;
  const isAbove = (seq: number) => isFromFirst && seq < first;
  return {
    ...held,
    hasOlder: isAbove(held.messages[0]?.seq ?? 0) ? held.hasOlder : fetched.hasOlder,
    messages: held.messages.filter(({ seq }) => isAbove(seq) || seq > fetched.lastSeq),
  };
}

/** True if no row is missing between the two. */
function isJoined(held: Messages, fetched: Messages): boolean {
  return (fetched.messages[0]?.seq ?? 0) <= held.lastSeq + 1;
}
