import type { InboundContract, InputOf, OutputOf, Result } from '@heartline/contracts';
import { useSyncExternalStore } from 'react';
import { type LiveClient, Unreached } from './live-client.ts';

/** The live connection of this page. Undefined for a visitor, and while it is being created. */
let client: LiveClient | undefined;
let isConnected = false;
const listeners = new Set<() => void>();

/** Sets or removes the connection. */
export function setClient(next: LiveClient | undefined): void {
  client = next;
  setConnected(next?.isConnected() ?? false);
}

/** Notes whether the connection is open. */
export function setConnected(next: boolean): void {
  if (next === isConnected) return;
  isConnected = next;
  for (const listener of listeners) listener();
}

/**
 * Sends one event over the live connection and waits for its answer.
 * @throws {Unreached} without a connection, or without an answer in time.
 */
export async function liveRequest<C extends InboundContract>(
  contract: C,
  input: InputOf<C>,
): Promise<Result<OutputOf<C>>> {
  if (!client) throw new Unreached();
  return client.request(contract, input);
}

/** Sends an event that may be lost. The caller sends it again when it matters, such as after a reconnect. */
export function liveSignal<C extends InboundContract>(contract: C, input: InputOf<C>): void {
  liveRequest(contract, input).catch(() => {});
}

/** True while the live connection is open. */
export function isLive(): boolean {
  return isConnected;
}

/** Runs when the connection opens or closes. Returns the unsubscribe function. */
export function onConnectionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True while the live connection is open; as a hook. */
export function useIsLive(): boolean {
  return useSyncExternalStore(onConnectionChange, isLive);
}
