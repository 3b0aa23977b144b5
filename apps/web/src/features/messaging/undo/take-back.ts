import type { getMessages } from '@heartline/contracts';
import { type OutputOf, unsendMessage } from '@heartline/contracts';
import { showToast } from '@heartline/ui';
import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { call } from '../../../client/api.ts';
import { errorWords } from '../../../client/error-message.ts';
import { keys, queryClient } from '../../../client/query.ts';
import type { Row } from '../conversation-rows.ts';
import { baseOf } from '../outbox/send-key.ts';
import { outbox } from '../outbox/use-outbox.ts';

/** How long “Undo” stands under a message that was just sent. */
export const UNDO_MS = 4_000;
/** How long an undo waits for the answer of a message that is on its way. */
const ANSWER_MS = 20_000;

/** Takes a stored message back; true when nobody had read it. What is gone comes as an event, to every device. */
export async function takeBack(conversation: string, seq: number): Promise<boolean> {
  try {
    await call(unsendMessage, { conversation, seq });
    return true;
  } catch (error) {
    void showToast({ title: errorWords(i18n, error), tone: 'error' });
    return false;
  }
}

/**
 * Undoes a message right after it was sent. A message goes out at once, so a lively chat never waits; undoing one that
 * has not left yet deletes it, one that is on its way is taken back once its answer is here. True: its words can be
 * written anew.
 */
export async function undoSend(row: Row, conversation: string): Promise<boolean> {
  if (row.entry && (await outbox.discard(row.entry.key))) return true;
  const seq = row.message?.seq ?? (await seqOf(conversation, row.key));
  if (seq !== undefined) return takeBack(conversation, seq);
  void showToast({ title: i18n._(msg`It is on its way already`), tone: 'error' });
  return false;
}

/** The number of an own message by its key, as soon as the server has it. */
function seqOf(conversation: string, key: string): Promise<number | undefined> {
  const find = () =>
    queryClient
      .getQueryData<OutputOf<typeof getMessages>>(keys.messages(conversation))
      ?.messages.find((message) => baseOf(message.clientId) === key)?.seq;
  return new Promise((resolve) => {
    const end = (seq: number | undefined) => {
      clearTimeout(timer);
      unsubscribe();
      resolve(seq);
    };
    const timer = setTimeout(() => end(undefined), ANSWER_MS);
    const unsubscribe = queryClient.getQueryCache().subscribe(() => {
      const seq = find();
      if (seq !== undefined) end(seq);
    });
    const known = find();
    if (known !== undefined) end(known);
  });
}
