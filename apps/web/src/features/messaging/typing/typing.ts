import { conversationType } from '@heartline/contracts';
import { useSyncExternalStore } from 'react';
import { onLive } from '../../../live/bus.ts';
import { isLive, liveSignal } from '../../../live/connection.ts';

/** Who writes says so this often while they go on. */
export const SAID_EVERY_MS = 3_000;
/** Without another sign they have stopped. */
export const OVER_AFTER_MS = 6_000;

/** When this page last said to whom that the member is writing. */
const said = new Map<string, number>();

/** The member wrote a letter to this person: said to them at most every few seconds, and never kept for later. */
export function noteTyping(profile: string, now = Date.now()): void {
  // What was said after now was said before the clock of the device was set back.
  if (!isLive() || Math.abs(now - (said.get(profile) ?? 0)) < SAID_EVERY_MS) return;
  said.set(profile, now);
  liveSignal(conversationType, { profile });
}

/** The message is sent or gone: the next letter is said at once. */
export function endTyping(profile: string): void {
  said.delete(profile);
}

/** Conversations in which the other side is writing now. */
const writing = new Map<string, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

function changed() {
  for (const listener of listeners) listener();
}

function stop(conversation: string) {
  clearTimeout(writing.get(conversation));
  if (writing.delete(conversation)) changed();
}

/** Follows who writes to the member. Returns how to stop. */
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
    // What they were writing is there.
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

/** Whether the other side of this conversation is writing now. */
export function isTyping(conversation: string): boolean {
  return writing.has(conversation);
}

/** The same, for a screen. */
export function useIsTyping(conversation: string): boolean {
  return useSyncExternalStore(subscribe, () => isTyping(conversation));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
