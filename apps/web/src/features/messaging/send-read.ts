import { conversationRead, postRead } from '@heartline/contracts';
import { ApiError, call } from '../../client/api.ts';
import { localStore } from '../../client/storage.ts';
import { createWatchedMap } from '../../client/watched-map.ts';
import { isLive, liveRequest, onConnectionChange } from '../../live/connection.ts';
import { TRIED_AGAIN } from './outbox/refused-entry.ts';

/**
 * Read marks that the server has not confirmed. They are stored, so that a mark made offline or in a tab that closed at
 * once is still reported later. A sign-out deletes them.
 */
const NAME = 'reads-to-tell';
const AGAIN_MS = 5_000;

type Reads = Record<string, number>;

/** Marks that did not fit the browser storage; they last as long as this page. */
const unkept = createWatchedMap<number>();

/** Reports to the server that a conversation was read up to a row. If that fails, the next connection repeats it. */
export function sendRead(conversation: string, seq: number): void {
  const reads = unsentReads();
  if ((reads[conversation] ?? 0) < seq) {
    write({ ...reads, [conversation]: seq });
    if (storedReads()[conversation] === seq) unkept.delete(conversation);
    else unkept.set(conversation, seq);
  }
  void send(conversation, seq);
}

/** Reports the unconfirmed marks now and at every connection. Returns a function that stops it. */
export function followReads(): () => void {
  sendAll();
  const stop = onConnectionChange(sendAll);
  return () => {
    stop();
    clearTimeout(again);
    again = undefined;
  };
}

function sendAll(): void {
  if (!isLive()) return;
  for (const [conversation, seq] of Object.entries(unsentReads())) void send(conversation, seq);
}

/** Repeats a temporary refusal. It came over a working connection, so no new connection would repeat it. */
let again: ReturnType<typeof setTimeout> | undefined;

function sendLater(): void {
  again ??= setTimeout(() => {
    again = undefined;
    sendAll();
  }, AGAIN_MS);
}

async function send(conversation: string, seq: number): Promise<void> {
  if (!(await isAnswered({ conversation, seq }))) return sendLater();
  const reads = unsentReads();
  if ((reads[conversation] ?? 0) > seq) return;
  unkept.delete(conversation);
  delete reads[conversation];
  write(reads);
}

/** True if the server stored the mark or will never accept it. */
async function isAnswered(input: { conversation: string; seq: number }): Promise<boolean> {
  try {
    if (isLive()) {
      const answer = await liveRequest(conversationRead, input);
      return answer.ok || !TRIED_AGAIN.has(answer.refusal.code);
    }
    // HTTP with `keepalive`, because the page may close before its first connection.
    await call(postRead, input, { keepalive: true });
    return true;
  } catch (error) {
    return error instanceof ApiError && !TRIED_AGAIN.has(error.code);
  }
}

function unsentReads(): Reads {
  return { ...storedReads(), ...Object.fromEntries(unkept.entries()) };
}

function storedReads(): Reads {
  return (localStore.getJson(NAME) ?? {}) as Reads;
}

function write(reads: Reads): void {
  if (Object.keys(reads).length > 0) localStore.set(NAME, JSON.stringify(reads));
  else localStore.remove(NAME);
}
