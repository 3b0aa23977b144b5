import { useSyncExternalStore } from 'react';
import { localStore } from '../../client/storage.ts';

/** The shortcuts page and the search in a conversation, which keys and menus of several places open. */
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

/** Somebody asked for the shortcuts, so many times. */
export const onShortcutsAsked = createSignal();
export const showShortcuts = onShortcutsAsked.ask;

const finding = createSignal();
let open: string | null = null;
let words = '';

/** Opens the search in a conversation, with words already looked for elsewhere, or puts the focus back into it. */
export function openFind(conversation: string, question = ''): void {
  open = conversation;
  words = question;
  finding.ask();
}

/** Whether the search of this conversation was asked for and is still on its way. */
export const isFindComing = (conversation: string) =>
  open === conversation && document.querySelector('[data-find]') === null;

/** What the search of a conversation begins with; none when it was only opened. */
export const wordsToFind = () => words;

/** Closes the search of this conversation; one that was asked for in another stays. */
export function closeFind(conversation: string): void {
  if (open !== conversation) return;
  open = null;
  finding.ask();
}

/** How often the search of this conversation was asked for; 0 while it is closed. */
export function useFind(conversation: string): number {
  return useSyncExternalStore(finding.subscribe, () => (open === conversation ? finding.count() : 0));
}

const SINGLE_KEYS = 'single-keys';

/** Keys without Ctrl or Alt can be switched off, for who writes by voice or presses keys without meaning to. */
export function areSingleKeysOn(): boolean {
  return localStore.get(SINGLE_KEYS) !== 'off';
}

export function setSingleKeys(isOn: boolean): void {
  if (isOn) localStore.remove(SINGLE_KEYS);
  else localStore.set(SINGLE_KEYS, 'off');
}
