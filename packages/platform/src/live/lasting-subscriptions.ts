import type { Redis } from '../redis/connect.ts';

type Listener = (message: Buffer, channel: Buffer) => unknown;

/** The part of a Redis connection that the sharded adapter subscribes through. */
export interface Subscriptions {
  sSubscribe(channel: string, listener: Listener): Promise<void>;
  sUnsubscribe(channel: string): Promise<void>;
}

/**
 * Subscriptions that outlast an outage. The adapter asks for a channel when a member's first device connects and
 * leaves it with the last one, without looking at what came of it: while Redis is away that would be a rejection
 * nobody handles, and a device that hears nothing for as long as it stays. So these never reject, and what could not
 * be done is done when the connection is back. (What stood before, the client subscribes again by itself.)
 */
export function lastingSubscriptions(redis: Redis): Subscriptions {
  /** The newest wish for each channel that Redis has not confirmed yet; without a listener: to leave it. */
  const open = new Map<string, { listener?: Listener }>();
  /**
   * Who listens on each channel. It is told when a channel is left: without it the client takes the channel for
   * subscribed until Redis answers, and who joins meanwhile would hear nothing.
   */
  const listeners = new Map<string, Listener>();
  /** Who wishes to listen now, whatever Redis has confirmed. */
  const wished = new Map<string, Listener>();

  async function fulfil(channel: string, wish: { listener?: Listener }): Promise<void> {
    open.set(channel, wish);
    if (wish.listener) {
      listeners.set(channel, wish.listener);
      wished.set(channel, wish.listener);
    } else wished.delete(channel);
    try {
      await (wish.listener
        ? redis.sSubscribe(channel, wish.listener, true)
        : redis.sUnsubscribe(channel, listeners.get(channel), true));
      if (!wish.listener) listenAnew(channel);
      if (open.get(channel) !== wish) return;
      open.delete(channel);
      if (!wish.listener) listeners.delete(channel);
    } catch {
      // It stays open, and is tried again when the connection is back.
    }
  }

  /**
   * A channel that was left before Redis confirmed that it was heard takes its listener along when that is confirmed: also
   * one that joined meanwhile, whom the client took for subscribed.
   */
  function listenAnew(channel: string): void {
    const listener = wished.get(channel);
    if (listener) void fulfil(channel, { listener });
  }

  redis.on('ready', () => {
    // What is set again while it is walked stays in its place.
    for (const [channel, wish] of open) void fulfil(channel, wish);
  });
  return {
    sSubscribe: (channel, listener) => fulfil(channel, { listener }),
    sUnsubscribe: (channel) => fulfil(channel, {}),
  };
}
