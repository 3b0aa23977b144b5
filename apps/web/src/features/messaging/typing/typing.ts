import { conversationType } from '@heartline/contracts';
import { useSyncExternalStore } from 'react';
import { onLive } from '../../../live/bus.ts';
import { isLive, liveSignal } from '../../../live/connection.ts';

/** Interval in ms at which a typing member is reported. */
export const SAID_EVERY_MS = 3_000;
/** Time in ms without another event after which typing has ended. */
export const OVER_AFTER_MS = 6_000;

/** Time of the last report per recipient. */
const said = new Map<string, number>();

/** Reports that the member types to this recipient, at most every few seconds; never stored for later. */
export function noteTyping(profile: string, now = Date.now()): void {
  // A time in the future means that the device clock was set back.
  if (!isLive() || Math.abs(now - (said.get(profile) ?? 0)) < SAID_EVERY_MS) return;
  said.set(profile, now);
  liveSignal(conversationType, { profile });
}

/** The message was sent or cleared, so the next letter is reported at once. */
export function endTyping(profile: string): void {
  said.delete(profile);
}

/** Conversations whose other member types now. */
const writing = new Map<string, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

function changed() {
  for (const listener of listeners) listener();
}

function stop(conversation: string) {
  clearTimeout(writing.get(conversation));
  if (writing.delete(conversation)) changed();
}

/** Follows who types to the member. Returns a function that stops it. */
export function followTyping(): () => void {
  const stops = [
    onLive('conversation:typed', ({ conversation }) => {
      clearTimeout(writing.get(conversation));
      writing.set(
        conversation,
        setTimeout(() => stop(conversation), OVER_AFTER_MS),
      );
      changed();
    }),
    // The typed message has arrived.
    onLive('message:created', ({ message, profile }) => {
      if (message.sender === profile) stop(message.conversation);
    }),
    onLive('profile:hidden', () => {
      for (const conversation of writing.keys()) stop(conversation);
    }),
  ];
  return () => {
    for (const end of stops) end();
    for (const conversation of writing.keys()) stop(conversation);
  };
}

/** True while the other member of this conversation types. */
export function isTyping(conversation: string): boolean {
  return writing.has(conversation);
}

/** Hook for the same. */
export function useIsTyping(conversation: string): boolean {
  return useSyncExternalStore(subscribe, () => isTyping(conversation));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
