import { useMemo, useSyncExternalStore } from 'react';
import type { Draft, Outbox } from './outbox.ts';
import type { OutboxEntry } from './outbox-store.ts';

/** The outbox of the signed-in member on this page; a promise, since the browser's store opens in its own time. */
let current: Promise<Outbox> | undefined;
let opened: Outbox | undefined;
/**
 * Fulfilled by the outbox there is, or by the next one: what is written on a page that has only just opened waits for
 * it. All wait for this one promise, whether written before the outbox came or while it opened: so they keep their order.
 */
let arrival = Promise.withResolvers<Outbox>();
const listeners = new Set<() => void>();
const NOTHING: readonly OutboxEntry[] = [];

const notify = () => {
  for (const listener of listeners) listener();
};

/** Puts the outbox in place, or takes it away. */
export function setOutbox(next: Promise<Outbox> | undefined): void {
  if (current) arrival = Promise.withResolvers();
  current = next;
  opened = undefined;
  if (next) arrival.resolve(next);
  notify();
  void next?.then((outbox) => {
    if (current !== next) return;
    opened = outbox;
    outbox.subscribe(notify);
    notify();
  });
}

/** What can be done with messages on their way. Each waits until there is an outbox and it is open. */
export const outbox = {
  add: async (draft: Draft) => (await arrival.promise).add(draft),
  retry: async (...given: Parameters<Outbox['retry']>) => (await arrival.promise).retry(...given),
  edit: async (key: string, text: string) => (await arrival.promise).edit(key, text),
  discard: async (key: string) => (await arrival.promise).discard(key),
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Everything the member has on its way, oldest first; nothing as long as the browser's store is not open. */
export const outboxEntries = (): readonly OutboxEntry[] => opened?.entries() ?? NOTHING;

/** The same, in a component. */
export function useOutboxEntries(): readonly OutboxEntry[] {
  return useSyncExternalStore(subscribe, outboxEntries);
}

/** What is on its way to one conversation. */
export function useEntriesOf(conversation: string): readonly OutboxEntry[] {
  const entries = useOutboxEntries();
  return useMemo(
    () => entries.filter((entry) => entry.conversation === conversation),
    [entries, conversation],
  );
}
