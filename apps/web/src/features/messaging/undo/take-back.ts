import { type Message, unsendMessage } from '@heartline/contracts';
import { showToast } from '@heartline/ui';
import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { ApiError, call, isUnanswered } from '../../../client/api.ts';
import { errorWords } from '../../../client/error-message.ts';
import { keys, queryClient } from '../../../client/query.ts';
import type { Messages } from '../../../live/apply/messages.ts';
import type { Row } from '../conversation-rows.ts';
import { baseOf } from '../outbox/send-key.ts';
import { discardOnceFree } from '../outbox/use-outbox.ts';

/** How long “Undo” stands under a message that was just sent. */
export const UNDO_MS = 4_000;
/** How long an undo waits for the answer of a message that is on its way. */
const ANSWER_MS = 20_000;

const AGAIN_MS = 1_000;

/** Messages that were refused to be taken back: what was read stays read, so it is not offered again. */
const refused = new Set<string>();
const nameOf = (conversation: string, seq: number) => `${conversation}:${seq}`;

/** Refused before, or the other one put a reaction under it. */
export function isKnownRead({ conversation, seq, sender, reactions }: Message): boolean {
  return (
    refused.has(nameOf(conversation, seq)) ||
    (reactions?.some(({ member, emoji }) => member !== sender && emoji !== null) ?? false)
  );
}

/**
 * Takes a stored message back; true when nobody had read it. That it is gone comes to every device as an event, which may
 * be here before the answer, or without one: whichever comes first counts. Without either it is asked for again.
 */
export async function takeBack(conversation: string, seq: number): Promise<boolean> {
  const gone = whenKept(conversation, (message) => message.seq === seq && isTakenBack(message));
  try {
    await Promise.race([untilAnswered(() => call(unsendMessage, { conversation, seq })), gone.message]);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'MESSAGE_READ') refused.add(nameOf(conversation, seq));
    void showToast({ title: errorWords(i18n, error), tone: 'error' });
    return false;
  } finally {
    gone.forget();
  }
}

/**
 * Asks again while no answer comes, up to 20 s: the server may have done it, and doing it twice is doing it once. A
 * device that knows that it is offline says so at once.
 */
async function untilAnswered(ask: () => Promise<unknown>): Promise<void> {
  const until = Date.now() + ANSWER_MS;
  const isHopeless = !navigator.onLine;
  for (;;) {
    try {
      await ask();
      return;
    } catch (error) {
      if (!isUnanswered(error) || isHopeless || Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

const isTakenBack = ({ gone }: Message) => gone === 'unsent' || gone === 'recalled';

/**
 * Undoes a message right after it was sent. A message goes out at once, so a lively chat never waits; undoing one that
 * has not left yet deletes it, one that is on its way is taken back once its answer is here. True: its words can be
 * written anew.
 */
export async function undoSend(row: Row, conversation: string): Promise<boolean> {
  const became = row.message ?? (await deletedOrStored(conversation, row.key));
  if (became === 'deleted') return true;
  if (became) return takeBack(conversation, became.seq);
  void showToast({ title: i18n._(msg`It is on its way already`), tone: 'error' });
  return false;
}

/** An own message by its key, as soon as the server has it; or deleted, where a try of it fails before. */
async function deletedOrStored(conversation: string, key: string): Promise<Message | 'deleted' | undefined> {
  const waiting = new AbortController();
  const stored = whenKept(conversation, (message) => baseOf(message.clientId) === key);
  const timer = setTimeout(stored.forget, ANSWER_MS);
  const unlessDeleted = async () =>
    (await discardOnceFree(key, waiting.signal)) ? ('deleted' as const) : stored.message;
  try {
    return await Promise.race([stored.message, unlessDeleted()]);
  } finally {
    clearTimeout(timer);
    stored.forget();
    waiting.abort();
  }
}

/** The first message of a conversation here that is like this, as soon as there is one; none once it is forgotten. */
function whenKept(conversation: string, is: (message: Message) => boolean) {
  let forget: () => void = () => {};
  const message = new Promise<Message | undefined>((resolve) => {
    const look = () => {
      const kept = queryClient.getQueryData<Messages>(keys.messages(conversation))?.messages.find(is);
      if (kept) end(kept);
    };
    const end = (kept?: Message) => {
      unsubscribe();
      resolve(kept);
    };
    const unsubscribe = queryClient.getQueryCache().subscribe(look);
    forget = end;
    look();
  });
  return { message, forget: () => forget() };
}
