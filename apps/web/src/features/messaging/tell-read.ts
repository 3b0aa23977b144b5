import { conversationRead, postRead } from '@heartline/contracts';
import { ApiError, call } from '../../client/api.ts';
import { isLive, liveRequest, onConnectionChange } from '../../live/connection.ts';

/**
 * How far the member has read, as far as the server has not said that it knows. Kept in the browser: what was read in a
 * tunnel, or in a tab that closed at once, is quiet on the other devices later all the same. Wiped at sign-out.
 */
const NAME = 'reads-to-tell';

type Reads = Record<string, number>;

/** Tells the server that a conversation was read up to a row; again after the next connection when it is not reached. */
export function tellRead(conversation: string, seq: number): void {
  const reads = readsToTell();
  if ((reads[conversation] ?? 0) < seq) write({ ...reads, [conversation]: seq });
  void tell(conversation, seq);
}

/** Tells what was not told before, now and with every connection. Returns how to stop. */
export function followReads(): () => void {
  const tellAll = () => {
    if (!isLive()) return;
    for (const [conversation, seq] of Object.entries(readsToTell())) void tell(conversation, seq);
  };
  tellAll();
  return onConnectionChange(tellAll);
}

async function tell(conversation: string, seq: number): Promise<void> {
  const input = { conversation, seq };
  try {
    // The page may be gone before its first connection stands.
    if (isLive()) await liveRequest(conversationRead, input);
    else await call(postRead, input, { keepalive: true });
  } catch (error) {
    const isAnswered = error instanceof ApiError && error.status >= 400 && error.status < 500;
    if (!isAnswered) return;
  }
  const reads = readsToTell();
  if ((reads[conversation] ?? 0) > seq) return;
  delete reads[conversation];
  write(reads);
}

function readsToTell(): Reads {
  return JSON.parse(localStorage.getItem(NAME) ?? '{}') as Reads;
}

function write(reads: Reads): void {
  if (Object.keys(reads).length > 0) localStorage.setItem(NAME, JSON.stringify(reads));
  else localStorage.removeItem(NAME);
}
