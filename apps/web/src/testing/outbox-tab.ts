import type { Result, SendOutput } from '@heartline/contracts';
import { fixedWait } from '@heartline/tooling/fixed-wait';
import { createOutbox, type Draft } from '../features/messaging/outbox/outbox.ts';
import {
  createMemoryStore,
  type OutboxEntry,
  type OutboxStore,
} from '../features/messaging/outbox/outbox-store.ts';

export const SENT: Result<SendOutput> = { ok: true, value: { message: { clientId: 'k' } } as SendOutput };
export const settle = () => fixedWait(5, 'longer than an outbox takes for what it does at once');
export const draft = (text: string, to = 'a'): Draft => ({
  kind: 'text',
  profile: to.repeat(24),
  name: to,
  conversation: `c${to}`,
  text,
  credits: 1,
  fictionalConfirmed: false,
});

/** A tab with an outbox, whose timers run in `tick`. */
export function tabOf(
  send: (entry: OutboxEntry, store: OutboxStore) => Promise<Result<SendOutput>>,
  store: OutboxStore = createMemoryStore(),
) {
  let keys = 0;
  const timers: (() => void)[] = [];
  const tab = createOutbox({
    member: 'm',
    store,
    isReachable: () => true,
    send: (entry) => send(entry, store),
    onSent: () => {},
    publish: () => {},
    newKey: () => `k${(keys += 1)}`,
    now: () => 0,
    schedule: (run) => {
      timers.push(run);
      return () => void timers.splice(timers.indexOf(run), 1);
    },
  });
  const tick = async () => {
    for (const run of timers.splice(0)) run();
    await settle();
  };
  const states = () => tab.entries().map(({ state }) => state);
  return { tab, tick, states };
}
