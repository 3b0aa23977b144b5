import { PERSISTED_CONVERSATIONS } from '../../client/persisted-cache/persist-answers.ts';
import { readPersisted } from '../../client/persisted-cache/persisted-store.ts';
import { keys, queryClient } from '../../client/query.ts';
import type { Chats } from '../../live/apply/chats.ts';
import type { Messages } from '../../live/apply/messages.ts';
import { isLive } from '../../live/connection.ts';
import { messagesQuery } from './messages-query.ts';

/** Time for the page to finish what the member opened it for. */
const START_MS = 8_000;
/** Pause between two conversations, because this work is not urgent. */
const PAUSE_MS = 400;
const AGAIN_MS = 60_000;

type Saving = { connection?: { saveData?: boolean } };

/**
 * Loads the messages of the newest conversations that this browser lacks, so that they can be read offline. Live events
 * then keep them complete. Returns a function that stops it.
 */
export function persistConversations(): () => void {
  const ending = new AbortController();
  let timer = setTimeout(run, START_MS);
  return () => {
    ending.abort();
    clearTimeout(timer);
  };

  function run(): void {
    void fillAll(ending.signal)
      .catch(() => undefined)
      .finally(() => {
        if (!ending.signal.aborted) timer = setTimeout(run, AGAIN_MS);
      });
  }
}

async function fillAll(signal: AbortSignal): Promise<void> {
  const chats = queryClient.getQueryData<Chats>(keys.chats)?.chats ?? [];
  for (const { conversation, lastSeq } of chats.slice(0, PERSISTED_CONVERSATIONS)) {
    const mayAsk = isLive() && document.visibilityState === 'visible' && !isSavingData();
    if (signal.aborted || !mayAsk) return;
    if (await isPersisted(conversation.id, lastSeq)) continue;
    await queryClient.fetchQuery({ ...messagesQuery(conversation.id), gcTime: Number.POSITIVE_INFINITY });
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** True if memory or the persisted cache holds the conversation up to its last row. */
async function isPersisted(conversation: string, lastSeq: number): Promise<boolean> {
  const key = keys.messages(conversation);
  if (queryClient.getQueryData(key)) return true;
  const persisted = await readPersisted<Messages>(key);
  return persisted !== undefined && persisted.data.lastSeq >= lastSeq;
}

/** True if the member turned on the browser's data saver. */
function isSavingData(): boolean {
  return (navigator as Saving).connection?.saveData === true;
}
