import { useMemo, useSyncExternalStore } from 'react';
import { serverNow } from '../../../client/clock.ts';
import { wasSignedIn } from '../../../client/signed-in.ts';
import { isGoing } from '../../../client/start-anew.ts';
import { provideUnsentCount } from '../../../client/unsent.ts';
import type { Draft, Outbox } from './outbox.ts';
import { isDecidable } from './outbox-order.ts';
import type { OutboxEntry } from './outbox-store.ts';

/** Outbox of the signed-in member on this page; a promise, because its database opens asynchronously. */
let current: Promise<Outbox> | undefined;
let opened: Outbox | undefined;
/** The member it belongs to. */
let owner: string | undefined;
/**
 * Resolves with the current outbox or the next one. All messages wait for this one promise, before and during its
 * opening, so they keep their order.
 */
let arrival = Promise.withResolvers<Outbox>();
const listeners = new Set<() => void>();
/** Keys of messages written on this page, not in other tabs. */
const writtenHere = new Set<string>();
const NOTHING: readonly OutboxEntry[] = [];

/** Messages that the outbox has not stored yet. They exist only in this page, and show as being sent. */
let early: readonly OutboxEntry[] = NOTHING;
let shown: readonly OutboxEntry[] = NOTHING;

const notify = () => {
  const stored = opened?.entries() ?? NOTHING;
  const isStored = ({ key }: OutboxEntry) => stored.some((entry) => entry.key === key);
  shown = early.length > 0 ? [...stored, ...early.filter((entry) => !isStored(entry))] : stored;
  for (const listener of listeners) listener();
};

/** Early messages would be lost with the page, so leaving and signing out ask first. */
function setEarly(next: readonly OutboxEntry[]): void {
  early = next;
  notify();
  warnWhileNeeded();
  if (early.length > 0) provideUnsentCount(() => ({ messages: outboxEntries().length, drafts: 0 }));
}

/** Number of edits, deletions and retries that are not stored yet. */
let undecided = 0;

/** Runs a change. Until it is stored it would be lost with the page. */
async function decide<T>(change: (outbox: Outbox) => Promise<T>): Promise<T> {
  undecided += 1;
  warnWhileNeeded();
  try {
    return await change(await arrival.promise);
  } finally {
    undecided -= 1;
    warnWhileNeeded();
  }
}

function warnWhileNeeded(): void {
  if (early.length + undecided > 0) addEventListener('beforeunload', warnOfLoss);
  else removeEventListener('beforeunload', warnOfLoss);
}

function warnOfLoss(event: BeforeUnloadEvent): void {
  if (wasSignedIn() && !isGoing()) event.preventDefault();
}

/** List entry for a message that the outbox has not stored. It can't be changed until then. */
const waitingFor = (draft: Draft, key: string, member: string): OutboxEntry => ({
  ...draft,
  order: Number.POSITIVE_INFINITY,
  key,
  clientId: key,
  member,
  createdAt: serverNow(),
  state: 'waiting',
  isTried: true,
});

/** Sets or removes the outbox of a member. */
export function setOutbox(next: Promise<Outbox> | undefined, member?: string): void {
  if (current) arrival = Promise.withResolvers();
  current = next;
  owner = member;
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

/** Actions on messages in the outbox. Each waits until the outbox is open. */
export const outbox = {
  async add(draft: Draft, member: string) {
    const key = crypto.randomUUID();
    writtenHere.add(key);
    setEarly([...early, waitingFor(draft, key, member)]);
    try {
      const arrived = await arrival.promise;
      // Another member may have signed in meanwhile; never send a message in the name of another member.
      if (owner === member) await arrived.add(draft, key);
    } finally {
      setEarly(early.filter((entry) => entry.key !== key));
    }
  },
  /**
   * Leaves a message waiting for credits. False if this browser could not store it: then it would be lost with the page,
   * so it is not left waiting. True also if it was on its way by then, because the field must not keep its text.
   */
  async hold(draft: Draft, member: string, key: string): Promise<boolean> {
    writtenHere.add(key);
    return decide(async (there) => {
      if (owner !== member) return false;
      await there.hold(draft, key);
      if (!there.entries().some((entry) => entry.key === key && entry.isUnsaved)) return true;
      return !(await there.discard(key));
    });
  },
  retry: (...given: Parameters<Outbox['retry']>) => decide((there) => there.retry(...given)),
  edit: (key: string, text: string) => decide((there) => there.edit(key, text)),
  discard: (key: string) => decide((there) => there.discard(key)),
};

/** True if a message that left the outbox was sent, as far as this page knows; else it was deleted. */
export const wasSent = (entry: OutboxEntry): boolean => opened?.wasSent(entry) ?? false;

/** True if a message was written on this page. */
export const isWrittenHere = ({ key }: OutboxEntry): boolean => writtenHere.has(key);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Deletes a message as soon as it is decidable: once it is stored, or after a try that did not reach the server.
 * Returns false if it left the outbox or `signal` aborted.
 */
export async function discardOnceFree(key: string, signal: AbortSignal): Promise<boolean> {
  while (await isFree(key, signal)) if (await outbox.discard(key)) return true;
  return false;
}

function isFree(key: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const look = () => {
      const entry = outboxEntries().find((one) => one.key === key);
      if (entry && !isDecidable(entry) && !signal.aborted) return;
      stop();
      signal.removeEventListener('abort', look);
      resolve(entry !== undefined && !signal.aborted);
    };
    const stop = subscribe(look);
    signal.addEventListener('abort', look);
    look();
  });
}

/** Messages in the member's outbox, oldest first; empty until its database is open. */
export const outboxEntries = (): readonly OutboxEntry[] => shown;

/** Hook for the same. */
export function useOutboxEntries(): readonly OutboxEntry[] {
  return useSyncExternalStore(subscribe, outboxEntries);
}

/** Messages in the outbox to one conversation. Changes of others do not render it while it has none. */
export function useEntriesOf(conversation: string): readonly OutboxEntry[] {
  const entries = useSyncExternalStore(subscribe, () => (shown.some(goesTo(conversation)) ? shown : NOTHING));
  return useMemo(() => entries.filter(goesTo(conversation)), [entries, conversation]);
}

const goesTo = (conversation: string) => (entry: OutboxEntry) => entry.conversation === conversation;
