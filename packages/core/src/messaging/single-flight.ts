import type { Result, SendInput, SendOutput } from '@heartline/contracts';
import { createKeyedQueue } from './keyed-queue.ts';
import type { MessagingContext } from './messaging-context.ts';
import { type Sender, type SendQueues, sendMessage } from './send-message.ts';

/** Work older than this is not waited for: every step of a send has given up by then. */
const GIVEN_UP_MS = 15_000;

/**
 * A send that comes again while its first try is still at work waits for that one. It comes again because the answer
 * was late, and the same steps once more behind the first would make everybody's answers later still: with enough of
 * them none is ever in time, though every message stands.
 */
export function createSingleFlight<Answer>(now: () => number = () => performance.now()) {
  const under = new Map<string, { since: number; work: Promise<Answer> }>();
  return (name: string, begin: () => Promise<Answer>): Promise<Answer> => {
    const known = under.get(name);
    if (known && now() - known.since < GIVEN_UP_MS) return known.work;
    const entry = { since: now(), work: begin() };
    under.set(name, entry);
    const forget = () => {
      if (under.get(name) === entry) under.delete(name);
    };
    entry.work.then(forget, forget);
    return entry.work;
  };
}

/** The paid send; one that comes again shares the work of its first try, and who does not wait keeps its order. */
export function createSendMessage(context: MessagingContext) {
  const share = createSingleFlight<Result<SendOutput>>();
  const lines: SendQueues = { toHold: createKeyedQueue(), toPublish: createKeyedQueue() };
  return (sender: Sender, input: SendInput) =>
    share(`${sender.member} ${JSON.stringify(input)}`, () => sendMessage(context, sender, input, lines));
}
