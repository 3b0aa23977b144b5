import type { Result, SendInput, SendOutput } from '@heartline/contracts';
import { createKeyedQueue } from './keyed-queue.ts';
import type { MessagingContext } from './messaging-context.ts';
import { type Sender, type SendQueues, sendMessage } from './send-message.ts';

/** Work older than this is not shared: every step of a send has timed out by then. */
const GIVEN_UP_MS = 15_000;

/**
 * A repeated send waits for its first attempt while that is running. Repeats come because the answer was
 * late; running the same steps again would delay all answers further. Under load no answer would be in time,
 * though every message is stored.
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

/** The paid send. A repeat shares the work of its first attempt; sends without waiting keep their order. */
export function createSendMessage(context: MessagingContext) {
  const share = createSingleFlight<Result<SendOutput>>();
  const lines: SendQueues = { toHold: createKeyedQueue(), toPublish: createKeyedQueue() };
  return (sender: Sender, input: SendInput) =>
    share(`${sender.member} ${JSON.stringify(input)}`, () => sendMessage(context, sender, input, lines));
}
