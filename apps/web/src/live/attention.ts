import { focusChanged } from '@heartline/contracts';
import { useEffect, useSyncExternalStore } from 'react';
import { liveSignal, onConnectionChange } from './connection.ts';

/**
 * The member's attention: whether this page is visible and focused, and which conversation is open. Read marks, pushes
 * and notifications depend on it, here and on the server.
 */
let conversation: string | null = null;
let isAttentive = false;
const listeners = new Set<() => void>();

/** True when the page is visible and focused. Only then are messages marked as read. */
export function hasAttention(): boolean {
  return document.visibilityState === 'visible' && document.hasFocus();
}

/** Follows focus and visibility, and sends every change to the server. Returns the function that stops it. */
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
  // The server of a new connection knows nothing of this page.
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

/** Sets the open conversation of this page while the screen is mounted. */
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

/** True while the page is visible and focused. */
export function useHasAttention(): boolean {
  return useSyncExternalStore(subscribe, () => isAttentive);
}

/** The open conversation of this page, focused or not. */
export function openConversation(): string | null {
  return conversation;
}

/** True while the member reads this conversation on this page. */
export function isReading(id: string): boolean {
  return id === conversation && hasAttention();
}

/** Runs the listener when attention or the open conversation changes. Returns the unsubscribe function. */
export function onAttention(listener: () => void): () => void {
  return subscribe(listener);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
