import { cleanText } from '@heartline/domain';
import {
  type Dispatch,
  type SetStateAction,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { mayPersistUnsent } from '../../client/signed-in.ts';
import { localStore } from '../../client/storage.ts';
import { createWatchedMap } from '../../client/watched-map.ts';

/**
 * Unsent text per member and conversation. It survives a reload, the payment page, and a session that ends elsewhere
 * (`client/unsent-storage.ts`). A log-out deletes it.
 */
const PREFIX = 'draft:';

const nameOf = (member: string, conversation: string) => `${PREFIX}${member}:${conversation}`;

/** Drafts that did not fit the browser storage. They last as long as this page. */
const unkept = createWatchedMap<string>();

/** Stored draft of this name, or an empty string. */
export const storedDraft = (name: string) => unkept.get(name) ?? localStore.get(name) ?? '';

/** Hook for the same value. */
export function useStoredDraft(name: string): string {
  return useSyncExternalStore(subscribe, () => storedDraft(name));
}

/** A press within this time, in ms, after text came back into the field was meant for the text before it. */
const MEANT_BEFORE_MS = 500;

/**
 * Text of the message field of one conversation, and its setter. Two tabs of a conversation show the same text, and a
 * tab without changes overwrites nothing. `isMeant` is false right after returned text was put in front of other text.
 */
export function useDraft(
  member: string,
  conversation: string,
): [text: string, setText: Dispatch<SetStateAction<string>>, isMeant: () => boolean] {
  const name = nameOf(member, conversation);
  const [text, setText] = useState(() => storedDraft(name));
  const latest = useRef(text);
  latest.current = text;
  /**
   * Text in the storage as far as this field knows. A field without changes must not overwrite what another tab stored.
   */
  const stored = useRef(text);
  const joinedAt = useRef(Number.NEGATIVE_INFINITY);
  const save = useCallback(() => {
    if (latest.current === stored.current) return;
    storeDraft(name, latest.current);
    stored.current = storedDraft(name);
  }, [name]);
  useEffect(() => {
    const onPutBack = (of: string, words: string) => {
      if (of !== name) return false;
      if (latest.current.trim()) joinedAt.current = performance.now();
      setText((now) => inFront(words, now));
      return true;
    };
    fields.add(onPutBack);
    return () => void fields.delete(onPutBack);
  }, [name]);
  useEffect(() => {
    if (text === stored.current) return undefined;
    const timer = setTimeout(save, 300);
    return () => clearTimeout(timer);
  }, [save, text]);
  useEffect(() => {
    addEventListener('pagehide', save);
    savers.add(save);
    return () => {
      removeEventListener('pagehide', save);
      savers.delete(save);
      save();
    };
  }, [save]);
  useEffect(() => {
    const follow = ({ key = null }: Partial<StorageEvent>) => {
      if (key !== null && key !== name) return;
      const isOurs = latest.current !== stored.current;
      stored.current = storedDraft(name);
      if (!isOurs) setText(stored.current);
    };
    const onShow = () => follow({});
    // Text may have been put back since this render.
    follow({});
    addEventListener('storage', follow);
    addEventListener('pageshow', onShow);
    return () => {
      removeEventListener('storage', follow);
      removeEventListener('pageshow', onShow);
    };
  }, [name]);
  const isMeant = useCallback(() => performance.now() - joinedAt.current >= MEANT_BEFORE_MS, []);
  return [text, setText, isMeant];
}

/** Unsent text of a conversation for the list, or an empty string. */
export function useDraftPreview(member: string, conversation: string): string {
  return useStoredDraft(nameOf(member, conversation));
}

/** Puts text back into the field of a conversation, in front of newer text. */
export function putBack(member: string, conversation: string, text: string): void {
  const name = nameOf(member, conversation);
  if (!text) return;
  const isOpen = [...fields].some((field) => field(name, text));
  if (!isOpen) storeDraft(name, inFront(text, storedDraft(name)));
}

const inFront = (text: string, now: string) => (now.trim() ? `${text}\n${now}` : text);

/** Stores the text of the open field at once. For a page that is left: a write as it goes may be lost. */
export function saveDrafts(): void {
  for (const save of savers) save();
}

/** True if nothing unsent is in the field of a conversation. */
export function isDraftEmpty(member: string, conversation: string): boolean {
  saveDrafts();
  return storedDraft(nameOf(member, conversation)) === '';
}

/** True if the unsent text of a conversation begins with this text, as it is sent. */
export function isDraftStill(member: string, conversation: string, text: string): boolean {
  saveDrafts();
  return cleanText(storedDraft(nameOf(member, conversation))).startsWith(text);
}

const savers = new Set<() => void>();

/** The open fields; a tab has one. */
const fields = new Set<(name: string, text: string) => boolean>();

/**
 * Stores a part of a draft under its own name, or removes it if the text is blank. Text that does not fit the storage
 * stays in memory.
 */
export function storeDraft(name: string, text: string): void {
  // A log-out deletes all drafts, including the one its field saves while it closes.
  const isWorth = text.trim() !== '' && mayPersistUnsent();
  if (isWorth) localStore.set(name, text);
  else localStore.remove(name);
  if (isWorth && localStore.get(name) !== text) unkept.set(name, text);
  else unkept.delete(name);
  for (const listener of listeners) listener();
}

/** Listeners for changed drafts: of this tab when they are stored, of other tabs through storage events. */
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const stopWatching = unkept.watch(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    stopWatching();
    removeEventListener('storage', listener);
  };
}
