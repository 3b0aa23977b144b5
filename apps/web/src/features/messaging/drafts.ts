import {
  type Dispatch,
  type SetStateAction,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { mayKeepWords } from '../../client/signed-in.ts';
import { localStore } from '../../client/storage.ts';
import { createWatchedMap } from '../../client/watched-map.ts';

/**
 * What was written and not sent yet, per member and conversation: it survives a reload and the way to the payment page
 * and back, and a session that ends elsewhere (`client/kept-words.ts`). Wiped when the member logs out.
 */
const PREFIX = 'draft:';

const nameOf = (member: string, conversation: string) => `${PREFIX}${member}:${conversation}`;

/** What a full browser did not keep: it lasts as long as this page, in whichever conversation. */
const unkept = createWatchedMap<string>();

/** What is kept under a name; '' where nothing is. */
export const keptDraft = (name: string) => unkept.get(name) ?? localStore.get(name) ?? '';

/** The same, in a component. */
export function useKeptDraft(name: string): string {
  return useSyncExternalStore(subscribe, () => keptDraft(name));
}

/** A press so soon after words came into the field, in ms, was meant for what stood there before. */
const MEANT_BEFORE_MS = 500;

/**
 * The text in the field of one conversation, and the way to change it. Two tabs at one conversation show the same words,
 * and one that only looks on takes nothing from the other. `isMeant`: whether a press now is meant for all that stands
 * there, words that just came back in front of others included.
 */
export function useDraft(
  member: string,
  conversation: string,
): [text: string, setText: Dispatch<SetStateAction<string>>, isMeant: () => boolean] {
  const name = nameOf(member, conversation);
  const [text, setText] = useState(() => keptDraft(name));
  const latest = useRef(text);
  latest.current = text;
  /** What is stored as far as this field knows: what nobody changed here is another tab's to keep or to drop. */
  const stored = useRef(text);
  const joinedAt = useRef(Number.NEGATIVE_INFINITY);
  const save = useCallback(() => {
    if (latest.current === stored.current) return;
    keepDraft(name, latest.current);
    stored.current = keptDraft(name);
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
    return () => {
      removeEventListener('pagehide', save);
      save();
    };
  }, [save]);
  useEffect(() => {
    const follow = ({ key = null }: Partial<StorageEvent>) => {
      if (key !== null && key !== name) return;
      const isOurs = latest.current !== stored.current;
      stored.current = keptDraft(name);
      if (!isOurs) setText(stored.current);
    };
    const onShow = () => follow({});
    // Words may have been put back since this was drawn.
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

/** What was written in a conversation and not sent, for the list; '' when nothing was. */
export function useDraftPreview(member: string, conversation: string): string {
  return useKeptDraft(nameOf(member, conversation));
}

/** Puts words back into the field of a conversation, in front of what is written there by now. */
export function putBack(member: string, conversation: string, text: string): void {
  const name = nameOf(member, conversation);
  if (!text) return;
  const isOpen = [...fields].some((field) => field(name, text));
  if (!isOpen) keepDraft(name, inFront(text, keptDraft(name)));
}

const inFront = (text: string, now: string) => (now.trim() ? `${text}\n${now}` : text);

/** The fields that are open; a tab has one. */
const fields = new Set<(name: string, text: string) => boolean>();

/** Keeps what belongs to a draft under a name of its own, or nothing any more; what a full browser does not keep, here. */
export function keepDraft(name: string, text: string): void {
  // Who logs out takes everything along, also what the field still held as it closed.
  const isWorth = text.trim() !== '' && mayKeepWords();
  if (isWorth) localStore.set(name, text);
  else localStore.remove(name);
  if (isWorth && localStore.get(name) !== text) unkept.set(name, text);
  else unkept.delete(name);
  for (const listener of listeners) listener();
}

/** Lists show drafts: of this tab as they are kept, of other tabs as the browser tells of them. */
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
