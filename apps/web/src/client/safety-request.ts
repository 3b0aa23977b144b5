import type { Message } from '@heartline/contracts';
import { useSyncExternalStore } from 'react';

/** A member to block or report; enough to name them. */
export interface SafetyPerson {
  id: string;
  name: string;
  fictional: boolean;
}

/** The reported message. */
export type SafetyMessage = Pick<Message, 'conversation' | 'seq' | 'kind' | 'text' | 'at'>;

/** A request from any page to block or report. The dialogs of the safety feature carry it out. */
export interface SafetyRequest {
  kind: 'block' | 'report';
  person: SafetyPerson;
  /** The reported message, if the report is about one. */
  message?: SafetyMessage | undefined;
}

const listeners = new Set<() => void>();
let request: SafetyRequest | null = null;

/** Opens the dialog that blocks or reports somebody; null closes it. */
export function askSafety(next: SafetyRequest | null): void {
  request = next;
  for (const listener of listeners) listener();
}

/** Closes the dialog of one request. A late answer to it must not close the dialog of a newer one. */
export function endSafety(ended: SafetyRequest): void {
  if (request === ended) askSafety(null);
}

/** The current request. */
export function useSafetyRequest(): SafetyRequest | null {
  return useSyncExternalStore(subscribe, () => request);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
