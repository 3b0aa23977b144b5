import { useMemo, useSyncExternalStore } from 'react';
import { serverNow } from '../../../client/clock.ts';
import { wasSignedIn } from '../../../client/signed-in.ts';
import { isGoing } from '../../../client/start-anew.ts';
import { sayUnsent } from '../../../client/unsent.ts';
import type { Draft, Outbox } from './outbox.ts';
import { isDecidable } from './outbox-order.ts';
import type { OutboxEntry } from './outbox-store.ts';

/** The outbox of the signed-in member on this page; a promise, since the browser's store opens in its own time. */
let current: Promise<Outbox> | undefined;
let opened: Outbox | undefined;
/** Whose it is. */
let owner: string | undefined;
/**
 * Fulfilled by the outbox there is, or by the next one: what is written on a page that has only just opened waits for
 * it. All wait for this one promise, whether written before the outbox came or while it opened: so they keep their order.
 */
let arrival = Promise.withResolvers<Outbox>();
const listeners = new Set<() => void>();
/** Keys of what was written on this page, and in no other tab. */
const writtenHere = new Set<string>();
const NOTHING: readonly OutboxEntry[] = [];

/** What the outbox has not stored yet, or what is there before one: it stands in this page only, and shows as on its way. */
let early: readonly OutboxEntry[] = NOTHING;
let shown: readonly OutboxEntry[] = NOTHING;

const notify = () => {
  const stored = opened?.entries() ?? NOTHING;
  const isStored = ({ key }: OutboxEntry) => stored.some((entry) => entry.key === key);
  shown = early.length > 0 ? [...stored, ...early.filter((entry) => !isStored(entry))] : stored;
  for (const listener of listeners) listener();
};

/** What is nowhere but in this page is lost with it: who leaves or signs out is asked before. */
function setEarly(next: readonly OutboxEntry[]): void {
  early = next;
  notify();
  warnWhileNeeded();
  if (early.length > 0) sayUnsent(() => ({ messages: outboxEntries().length, drafts: 0 }));
}

/** How many edits, deletions and tries are not stored yet. */
let undecided = 0;

/** What the member decides about a message is nowhere but in this page either, until it is stored. */
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

/** A message that waits for the outbox, or for its store, as its list shows it. Nothing about it can be changed until then. */
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

/** Puts the outbox of a member in place, or takes it away. */
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

/** What can be done with messages on their way. Each waits until there is an outbox and it is open. */
export const outbox = {
  async add(draft: Draft, member: string) {
    const key = crypto.randomUUID();
    writtenHere.add(key);
    setEarly([...early, waitingFor(draft, key, member)]);
    try {
      const arrived = await arrival.promise;
      // Whoever wrote it may have signed out meanwhile, and somebody else in: it goes out in nobody else’s name.
      if (owner === member) await arrived.add(draft, key);
    } finally {
      setEarly(early.filter((entry) => entry.key !== key));
    }
  },
  retry: (...given: Parameters<Outbox['retry']>) => decide((there) => there.retry(...given)),
  edit: (key: string, text: string) => decide((there) => there.edit(key, text)),
  discard: (key: string) => decide((there) => there.discard(key)),
};

/** Whether something that is on its way no more was sent, as far as this page was told; else it was deleted. */
export const wasSent = (entry: OutboxEntry): boolean => opened?.wasSent(entry) ?? false;

/** Whether something on its way was written on this page. */
export const isWrittenHere = ({ key }: OutboxEntry): boolean => writtenHere.has(key);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Deletes a message as soon as it is the member's to decide on: it was not stored here yet, or a try of it did not reach the
 * server. False once it is here no more, or `signal` ended the wait.
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

/** Everything the member has on its way, oldest first; nothing as long as the browser's store is not open. */
export const outboxEntries = (): readonly OutboxEntry[] => shown;

/** The same, in a component. */
export function useOutboxEntries(): readonly OutboxEntry[] {
  return useSyncExternalStore(subscribe, outboxEntries);
}

/** What is on its way to one conversation; what changes on its way to others draws nothing anew while nothing is. */
export function useEntriesOf(conversation: string): readonly OutboxEntry[] {
  const entries = useSyncExternalStore(subscribe, () => (shown.some(goesTo(conversation)) ? shown : NOTHING));
  return useMemo(() => entries.filter(goesTo(conversation)), [entries, conversation]);
}

const goesTo = (conversation: string) => (entry: OutboxEntry) => entry.conversation === conversation;
