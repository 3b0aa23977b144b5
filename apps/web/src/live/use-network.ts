import { useSyncExternalStore } from 'react';
import { isLive, onConnectionChange } from './connection.ts';

/** `back` is shown for a moment after `offline` or `reconnecting`. */
export type Network = 'offline' | 'reconnecting' | 'back' | 'fine';

/** The two states in which no new data can arrive. */
export type CutOff = 'offline' | 'reconnecting';

export const isCutOff = (network: Network): network is CutOff =>
  network === 'offline' || network === 'reconnecting';

/** A shorter break of the connection is not shown. */
const RECONNECTING_MS = 4_000;
const BACK_MS = 3_000;

/** Watched once for all components: they change together. */
class WatchedNetwork {
  private readonly listeners = new Set<() => void>();
  private shown: Network = 'fine';
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stop = () => {};
  private readonly wantsLive: boolean;

  constructor(wantsLive: boolean) {
    this.wantsLive = wantsLive;
  }

  readonly now = () => this.shown;

  readonly subscribe = (listener: () => void) => {
    if (this.listeners.size === 0) this.start();
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.stop();
    };
  };

  private start(): void {
    const stopFollowing = onConnectionChange(this.look);
    addEventListener('online', this.look);
    addEventListener('offline', this.look);
    this.stop = () => {
      stopFollowing();
      removeEventListener('online', this.look);
      removeEventListener('offline', this.look);
      clearTimeout(this.timer);
      this.shown = 'fine';
    };
    this.look();
  }

  private readonly look = () => {
    clearTimeout(this.timer);
    if (!navigator.onLine) return this.show('offline');
    if (this.wantsLive && !isLive()) return this.showIn(RECONNECTING_MS, 'reconnecting');
    if (this.shown === 'fine') return;
    this.show('back');
    this.showIn(BACK_MS, 'fine');
  };

  private showIn(ms: number, network: Network): void {
    this.timer = setTimeout(() => this.show(network), ms);
  }

  private show(network: Network): void {
    this.shown = network;
    for (const listener of this.listeners) listener();
  }
}

const ofMember = new WatchedNetwork(true);
const ofVisitor = new WatchedNetwork(false);

/**
 * The connection state that is shown. `wantsLive`: a member's page, which needs the live connection and not only a
 * network.
 */
export function useNetwork(wantsLive: boolean): Network {
  const network = wantsLive ? ofMember : ofVisitor;
  return useSyncExternalStore(network.subscribe, network.now);
}
