import type { Message } from '@heartline/contracts';
import { useSyncExternalStore } from 'react';

/** Somebody the member wants to be safe from; enough to name them. */
export interface SafetyPerson {
  id: string;
  name: string;
  fictional: boolean;
}

/** The message it was asked for on. */
export type SafetyMessage = Pick<Message, 'conversation' | 'seq' | 'kind' | 'text' | 'at'>;

/** What was asked for, from whatever page: the dialogs of the safety feature answer it. */
export interface SafetyRequest {
  kind: 'block' | 'report';
  person: SafetyPerson;
  /** What a report is about, where that is a message. */
  message?: SafetyMessage | undefined;
}

const listeners = new Set<() => void>();
let request: SafetyRequest | null = null;

/** Opens the dialog that blocks or reports somebody; null closes it. */
export function askSafety(next: SafetyRequest | null): void {
  request = next;
  for (const listener of listeners) listener();
}

/** Closes the dialog of one request: a late answer to it leaves open what was asked for since. */
export function endSafety(ended: SafetyRequest): void {
  if (request === ended) askSafety(null);
}

/** What is asked for now. */
export function useSafetyRequest(): SafetyRequest | null {
  return useSyncExternalStore(subscribe, () => request);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
