import { useSyncExternalStore } from 'react';
import { localStore } from '../../client/storage.ts';

/** Opens the shortcuts dialog and the search of a conversation from keys and menus. */
function createSignal() {
  const listeners = new Set<() => void>();
  let asked = 0;
  return {
    ask() {
      asked += 1;
      for (const listener of listeners) listener();
    },
    count: () => asked,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Counts the requests for the shortcuts dialog. */
export const onShortcutsAsked = createSignal();
export const showShortcuts = onShortcutsAsked.ask;

const finding = createSignal();
let open: string | null = null;
let words = '';

/** Opens the search of a conversation, with an initial text if given, or focuses it again. */
export function openFind(conversation: string, question = ''): void {
  open = conversation;
  words = question;
  finding.ask();
}

/** True if the search of this conversation was requested and is not rendered yet. */
export const isFindComing = (conversation: string) =>
  open === conversation && document.querySelector('[data-find]') === null;

/** Initial text of the search; empty if none was given. */
export const wordsToFind = () => words;

/** Closes the search of this conversation, but not one that was opened in another. */
export function closeFind(conversation: string): void {
  if (open !== conversation) return;
  open = null;
  finding.ask();
}

/** Number of requests for the search of this conversation; 0 while it is closed. */
export function useFind(conversation: string): number {
  return useSyncExternalStore(finding.subscribe, () => (open === conversation ? finding.count() : 0));
}

const SINGLE_KEYS = 'single-keys';

/** Keys without Ctrl or Alt can be switched off, for members who use voice input or press keys by accident. */
export function areSingleKeysOn(): boolean {
  return localStore.get(SINGLE_KEYS) !== 'off';
}

export function setSingleKeys(isOn: boolean): void {
  if (isOn) localStore.remove(SINGLE_KEYS);
  else localStore.set(SINGLE_KEYS, 'off');
}
