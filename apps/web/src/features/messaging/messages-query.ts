import { getMessages, type InputOf, type Version } from '@heartline/contracts';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, call } from '../../client/api.ts';
import { chatsQuery } from '../../client/chats-query.ts';
import { keys, orKept, queryClient } from '../../client/query.ts';
import { applyToMessages, type Messages, withNewer } from '../../live/apply/messages.ts';
import { RECEIPTS_OFF } from '../../live/apply/signs.ts';
import { STALE } from '../../live/apply/stale.ts';
import { eventsSince } from '../../live/stream.ts';

/** A conversation nobody wrote in yet: the server knows it with its first message. */
const NOT_STARTED: Messages = {
  messages: [],
  lastSeq: 0,
  hasOlder: false,
  readSeq: 0,
  deliveredSeq: 0,
  receipts: RECEIPTS_OFF,
  seenSeq: 0,
};

/** Rows asked for at once when what is held is read again, and how many such pages there are before starting over. */
const CATCH_UP_ROWS = 100;
const CATCH_UP_PAGES = 5;

/**
 * The rows of one conversation. Fetching again reads again what is held, since messages change (reactions, what was
 * taken back), and brings what is missing at the end; more than a few pages of it, and the newest page stands alone.
 */
export function messagesQuery(conversation: string) {
  return queryOptions({
    queryKey: keys.messages(conversation),
    queryFn: ({ signal }) => orKept(keys.messages(conversation), fetchJoined(conversation, signal)),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

async function fetchJoined(conversation: string, signal: AbortSignal): Promise<Messages> {
  const heldNow = () => queryClient.getQueryData<Messages>(keys.messages(conversation));
  const first = heldNow()?.messages[0]?.seq;
  const fetched = await fetchAgain(conversation, signal);
  // Events may have added rows while the answer was on its way, and so may a reader further up.
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

/** The list says which conversations there are, unless there are more than it holds: nothing is asked in vain. */
async function mayBeStarted(conversation: string): Promise<boolean> {
  const list = await queryClient.ensureQueryData(chatsQuery).catch(() => undefined);
  return (
    !list || list.older !== undefined || list.chats.some((chat) => chat.conversation.id === conversation)
  );
}

/** From the first row that is held to the newest one, as they are now; nothing when that is too much. */
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
    // What came while later pages were asked for is about rows of the first ones too.
    if (after + CATCH_UP_ROWS >= newer.lastSeq) return broughtUp(joined, conversation, since);
  }
  return undefined;
}

/** One answer of the server, brought up to the events that came while it was on its way. */
export async function fetchPage(query: InputOf<typeof getMessages>, signal?: AbortSignal): Promise<Messages> {
  const { version, page } = await ask(query, signal);
  return broughtUp(page, query.conversation, version);
}

/** An answer, and what it is true for; asked once more where it was so late that nobody knows what changed meanwhile. */
async function ask(
  query: InputOf<typeof getMessages>,
  signal?: AbortSignal,
): Promise<{ version: Version | null; page: Messages }> {
  const once = () => call(getMessages, query, signal ? { signal } : {});
  let { version, ...page } = await once();
  if (!eventsSince(version)) ({ version, ...page } = await once());
  return { version, page };
}

/** Rows as the events since leave them. */
function broughtUp(rows: Messages, conversation: string, since: Version | null): Messages {
  let now = rows;
  for (const event of eventsSince(since) ?? []) {
    // Rows that came meanwhile are in what is held, which these are joined to.
    if (event.name === 'message:created') continue;
    const next = applyToMessages(now, conversation, event);
    if (next !== STALE) now = next;
  }
  return now;
}

/** Of what is held, the rows that came after the answer was made, and those put above `first` while it was asked for. */
function cameMeanwhile(held: Messages, fetched: Messages, first: number | undefined): Messages {
  const isFromFirst = first !== undefined && (fetched.messages[0]?.seq ?? 0) <= first;
  const isAbove = (seq: number) => isFromFirst && seq < first;
  return {
    ...held,
    hasOlder: isAbove(held.messages[0]?.seq ?? 0) ? held.hasOlder : fetched.hasOlder,
    messages: held.messages.filter(({ seq }) => isAbove(seq) || seq > fetched.lastSeq),
  };
}

/** Whether no row is missing between the two. */
function isJoined(held: Messages, fetched: Messages): boolean {
  return (fetched.messages[0]?.seq ?? 0) <= held.lastSeq + 1;
}
