import { focusChanged } from '@heartline/contracts';
import { useEffect, useSyncExternalStore } from 'react';
import { liveSignal, onConnectionChange } from './connection.ts';

/**
 * Where the member's attention is: whether this page is visible and focused, and which conversation is open on it.
 * Reading, pushes and notices all go by it, here and on the server.
 */
let conversation: string | null = null;
let isAttentive = false;
const listeners = new Set<() => void>();

/** The page can be seen and has the keyboard: only then is something read. */
export function hasAttention(): boolean {
  return document.visibilityState === 'visible' && document.hasFocus();
}

/** Follows focus and visibility, and tells the server of every change. Returns how to stop. */
export function followAttention(): () => void {
  let published = '';
  const update = () => {
    isAttentive = hasAttention();
    for (const listener of listeners) listener();
    const now = { focused: isAttentive, conversation };
    if (JSON.stringify(now) === published) return;
    published = JSON.stringify(now);
    liveSignal(focusChanged, now);
  };
  // A new connection starts with a server that knows nothing of this page.
  const stopConnection = onConnectionChange(() => {
    published = '';
    update();
  });
  publish = update;
  addEventListener('focus', update);
  addEventListener('blur', update);
  document.addEventListener('visibilitychange', update);
  update();
  return () => {
    publish = () => {};
    stopConnection();
    removeEventListener('focus', update);
    removeEventListener('blur', update);
    document.removeEventListener('visibilitychange', update);
  };
}

let publish = () => {};

/** Says which conversation is open on this page while the screen is there. */
export function useOpenConversation(id: string | null): void {
  useEffect(() => {
    conversation = id;
    publish();
    return () => {
      conversation = null;
      publish();
    };
  }, [id]);
}

/** Whether the page is visible and focused right now. */
export function useHasAttention(): boolean {
  return useSyncExternalStore(subscribe, () => isAttentive);
}

/** The conversation that is open on this page, whether or not the page is in front. */
export function openConversation(): string | null {
  return conversation;
}

/** Whether the member looks at this conversation on this page. */
export function isReading(id: string): boolean {
  return id === conversation && hasAttention();
}

/** Runs the listener when attention or the open conversation changes. Returns how to stop. */
export function onAttention(listener: () => void): () => void {
  return subscribe(listener);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
