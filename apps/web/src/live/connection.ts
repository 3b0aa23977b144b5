import type { InboundContract, InputOf, OutputOf, Result } from '@heartline/contracts';
import { useSyncExternalStore } from 'react';
import { type LiveClient, Unreached } from './live-client.ts';

/** The one live connection of this page; none for a visitor and while it is being made. */
let client: LiveClient | undefined;
let isConnected = false;
const listeners = new Set<() => void>();

/** Puts the connection in place, or takes it away. */
export function setClient(next: LiveClient | undefined): void {
  client = next;
  setConnected(next?.isConnected() ?? false);
}

/** Notes whether the connection stands. */
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

/** Sends what may be lost: it is sent again when it matters, such as after the next connection. */
export function liveSignal<C extends InboundContract>(contract: C, input: InputOf<C>): void {
  liveRequest(contract, input).catch(() => {});
}

/** Whether the live connection stands now. */
export function isLive(): boolean {
  return isConnected;
}

/** Runs whenever the connection comes or goes. Returns how to stop. */
export function onConnectionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the live connection stands, for a screen that says so. */
export function useIsLive(): boolean {
  return useSyncExternalStore(onConnectionChange, isLive);
}
