import { conversationRead, postRead } from '@heartline/contracts';
import { ApiError, call } from '../../client/api.ts';
import { localStore } from '../../client/storage.ts';
import { createWatchedMap } from '../../client/watched-map.ts';
import { isLive, liveRequest, onConnectionChange } from '../../live/connection.ts';
import { TRIED_AGAIN } from './outbox/outbox.ts';

/**
 * How far the member has read, as far as the server has not said that it knows. Kept in the browser: what was read in a
 * tunnel, or in a tab that closed at once, is quiet on the other devices later all the same. Wiped at sign-out.
 */
const NAME = 'reads-to-tell';
const AGAIN_MS = 5_000;

type Reads = Record<string, number>;

/** Those that a full browser did not keep: they last as long as this page. */
const unkept = createWatchedMap<number>();

/** Tells the server that a conversation was read up to a row; again after the next connection when it is not reached. */
export function tellRead(conversation: string, seq: number): void {
  const reads = readsToTell();
  if ((reads[conversation] ?? 0) < seq) {
    write({ ...reads, [conversation]: seq });
    if (keptReads()[conversation] === seq) unkept.delete(conversation);
    else unkept.set(conversation, seq);
  }
  void tell(conversation, seq);
}

/** Tells what was not told before, now and with every connection. Returns how to stop. */
export function followReads(): () => void {
  tellAll();
  const stop = onConnectionChange(tellAll);
  return () => {
    stop();
    clearTimeout(again);
    again = undefined;
  };
}

function tellAll(): void {
  if (!isLive()) return;
  for (const [conversation, seq] of Object.entries(readsToTell())) void tell(conversation, seq);
}

/** A refusal of the moment comes over a line that stands: no new connection would tell it again. */
let again: ReturnType<typeof setTimeout> | undefined;

function tellLater(): void {
  again ??= setTimeout(() => {
    again = undefined;
    tellAll();
  }, AGAIN_MS);
}

async function tell(conversation: string, seq: number): Promise<void> {
  if (!(await isAnswered({ conversation, seq }))) return tellLater();
  const reads = readsToTell();
  if ((reads[conversation] ?? 0) > seq) return;
  unkept.delete(conversation);
  delete reads[conversation];
  write(reads);
}

/** Whether the server knows it now, or never will. */
async function isAnswered(input: { conversation: string; seq: number }): Promise<boolean> {
  try {
    if (isLive()) {
      const answer = await liveRequest(conversationRead, input);
      return answer.ok || !TRIED_AGAIN.has(answer.refusal.code);
    }
    // The page may be gone before its first connection stands.
    await call(postRead, input, { keepalive: true });
    return true;
  } catch (error) {
    return error instanceof ApiError && !TRIED_AGAIN.has(error.code);
  }
}

function readsToTell(): Reads {
  return { ...keptReads(), ...Object.fromEntries(unkept.entries()) };
}

function keptReads(): Reads {
  return (localStore.getJson(NAME) ?? {}) as Reads;
}

function write(reads: Reads): void {
  if (Object.keys(reads).length > 0) localStore.set(NAME, JSON.stringify(reads));
  else localStore.remove(NAME);
}
