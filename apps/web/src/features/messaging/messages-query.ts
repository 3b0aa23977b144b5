import { getMessages } from '@heartline/contracts';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, call } from '../../client/api.ts';
import { keys, queryClient } from '../../client/query.ts';
import type { Chats } from '../../live/apply/chats.ts';
import { type Messages, withNewer, withOlder } from '../../live/apply/messages.ts';

/** A conversation nobody wrote in yet: the server knows it with its first message. */
const NOT_STARTED: Messages = { messages: [], lastSeq: 0, hasOlder: false, readSeq: 0, deliveredSeq: 0 };

/** Rows asked for at once when some were missed, and how many such pages are fetched before starting over. */
const CATCH_UP_ROWS = 100;
const CATCH_UP_PAGES = 5;
const PAGE_ROWS = 30;

/** The rows of one conversation. Fetching again brings only what is missing at the end. */
export function messagesQuery(conversation: string) {
  return queryOptions({
    queryKey: keys.messages(conversation),
    queryFn: async ({ signal }): Promise<Messages> => {
      const fetched = await fetchMissing(conversation, signal);
      // Events may have added rows while the answer was on its way.
      const held = queryClient.getQueryData<Messages>(keys.messages(conversation));
      return held && fetched.messages.length > 0 && isJoined(held, fetched)
        ? withNewer(held, fetched)
        : fetched;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

async function fetchMissing(conversation: string, signal: AbortSignal): Promise<Messages> {
  const held = queryClient.getQueryData<Messages>(keys.messages(conversation));
  const chats = queryClient.getQueryData<Chats>(keys.chats)?.chats;
  if (!held && chats && !chats.some((chat) => chat.conversation.id === conversation)) return NOT_STARTED;
  try {
    if (!held) return await call(getMessages, { conversation }, { signal });
    let joined = held;
    for (let page = 0; page < CATCH_UP_PAGES; page += 1) {
      const after = held.lastSeq + page * CATCH_UP_ROWS;
      const newer = await call(getMessages, { conversation, after, limit: CATCH_UP_ROWS }, { signal });
      joined = withNewer(joined, newer);
      if (after + CATCH_UP_ROWS >= newer.lastSeq) return joined;
    }
    return await call(getMessages, { conversation }, { signal });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return NOT_STARTED;
    throw error;
  }
}

/** Whether no row is missing between the two. */
function isJoined(held: Messages, fetched: Messages): boolean {
  return (fetched.messages[0]?.seq ?? 0) <= held.lastSeq + 1;
}

/** Brings the page above what is held. Pages of places that were given up are stepped over. */
export async function loadOlder(conversation: string): Promise<void> {
  const held = queryClient.getQueryData<Messages>(keys.messages(conversation));
  let before = held?.messages[0]?.seq;
  while (before !== undefined && before > 1) {
    const older: Messages = await call(getMessages, { conversation, before, limit: PAGE_ROWS });
    queryClient.setQueryData<Messages>(keys.messages(conversation), (now) => now && withOlder(now, older));
    if (older.messages.length > 0 || !older.hasOlder) return;
    before -= PAGE_ROWS;
  }
}
