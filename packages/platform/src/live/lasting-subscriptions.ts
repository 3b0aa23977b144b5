import type { Redis } from '../redis/connect.ts';

type Listener = (message: Buffer, channel: Buffer) => unknown;

/** The part of a Redis connection through which the sharded adapter subscribes. */
export interface Subscriptions {
  sSubscribe(channel: string, listener: Listener): Promise<void>;
  sUnsubscribe(channel: string): Promise<void>;
}

/**
 * Subscriptions that survive an outage. The adapter subscribes with a member's first device, unsubscribes with the last
 * one, and ignores the outcome. While Redis is away, that would mean unhandled rejections and devices that never
 * receive an event.
 *
 * - These calls never reject. Failed ones are repeated when the connection is back.
 * - Redis's client itself restores the subscriptions that existed before.
 */
export function lastingSubscriptions(redis: Redis): Subscriptions {
  /** The latest unconfirmed request for each channel. Without a listener it is a request to unsubscribe. */
  const open = new Map<string, { listener?: Listener }>();
  /**
   * Listener of each channel, passed along with an unsubscribe. Without it, the client counts the channel as subscribed
   * until Redis answers, and a subscription made meanwhile would receive nothing.
   */
  const listeners = new Map<string, Listener>();
  /** Listeners wanted now, confirmed by Redis or not. */
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
      // The request stays open and is repeated when the connection is back.
    }
  }

  /**
   * A late confirmation of an unsubscribe removes every listener of the channel. That includes one added meanwhile,
   * because the client still counted the channel as subscribed. Subscribes that one again.
   */
  function listenAnew(channel: string): void {
    const listener = wished.get(channel);
    if (listener) void fulfil(channel, { listener });
  }

  redis.on('ready', () => {
    // A key set again during the iteration keeps its position, so the loop ends.
    for (const [channel, wish] of open) void fulfil(channel, wish);
  });
  return {
    sSubscribe: (channel, listener) => fulfil(channel, { listener }),
    sUnsubscribe: (channel) => fulfil(channel, {}),
  };
}
