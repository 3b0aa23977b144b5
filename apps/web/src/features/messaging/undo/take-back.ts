import { type Message, unsendMessage } from '@heartline/contracts';
import { showToast } from '@heartline/ui';
import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { ApiError, call, isUnanswered } from '../../../client/api.ts';
import { errorText } from '../../../client/error-message.ts';
import { keys, queryClient } from '../../../client/query.ts';
import type { Messages } from '../../../live/apply/messages.ts';
import type { Row } from '../conversation-rows.ts';
import { baseOf } from '../outbox/send-key.ts';
import { discardOnceFree } from '../outbox/use-outbox.ts';

/** Time in ms that “Undo” shows after a send. */
export const UNDO_MS = 4_000;
/** Time in ms that an undo waits for the answer to a message being sent. */
const ANSWER_MS = 20_000;

const AGAIN_MS = 1_000;

/** Messages that could not be taken back because they were read. Undo is not offered again. */
const refused = new Set<string>();
const nameOf = (conversation: string, seq: number) => `${conversation}:${seq}`;

/** True if taking back was refused, or if the other member reacted to it. */
export function isKnownRead({ conversation, seq, sender, reactions }: Message): boolean {
  return (
    refused.has(nameOf(conversation, seq)) ||
    (reactions?.some(({ member, emoji }) => member !== sender && emoji !== null) ?? false)
  );
}

/**
 * Takes a stored message back; true if it was unread. The event that it is gone may arrive before the answer or without
 * it, so the first of the two counts. The request is repeated until one of them arrives.
 */
export async function takeBack(conversation: string, seq: number): Promise<boolean> {
  const gone = whenStored(conversation, (message) => message.seq === seq && isTakenBack(message));
  try {
    await Promise.race([untilAnswered(() => call(unsendMessage, { conversation, seq })), gone.message]);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'MESSAGE_READ') refused.add(nameOf(conversation, seq));
    void showToast({ title: errorText(i18n, error), tone: 'error' });
    return false;
  } finally {
    gone.forget();
  }
}

/**
 * Repeats a request without an answer for up to 20 s, because repeating it has no second effect. A device that knows it
 * is offline fails at once.
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
 * Undoes a message right after it was sent; messages are sent at once, so that a chat has no delay. One not sent yet is
 * deleted, and one being sent is taken back after its answer. Returns true if its content can be given back.
 */
export async function undoSend(row: Row, conversation: string): Promise<boolean> {
  const became = row.message ?? (await deletedOrStored(conversation, row.key));
  if (became === 'deleted') return true;
  if (became) return takeBack(conversation, became.seq);
  void showToast({ title: i18n._(msg`It’s already on its way`), tone: 'error' });
  return false;
}

/** An own message by its key once the server has it, or `deleted` if a try fails before. */
async function deletedOrStored(conversation: string, key: string): Promise<Message | 'deleted' | undefined> {
  const waiting = new AbortController();
  const stored = whenStored(conversation, (message) => baseOf(message.clientId) === key);
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

/** The first matching message of a conversation, once there is one; undefined after `forget`. */
function whenStored(conversation: string, is: (message: Message) => boolean) {
  let forget: () => void = () => {};
  const message = new Promise<Message | undefined>((resolve) => {
    const look = () => {
      const found = queryClient.getQueryData<Messages>(keys.messages(conversation))?.messages.find(is);
      if (found) end(found);
    };
    const end = (found?: Message) => {
      unsubscribe();
      resolve(found);
    };
    const unsubscribe = queryClient.getQueryCache().subscribe(look);
    forget = end;
    look();
  });
  return { message, forget: () => forget() };
}
