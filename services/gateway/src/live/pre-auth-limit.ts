import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '../http/network.ts';

/**
 * Limits connections before authentication: those without a complete request, and sockets that are not admitted yet. Both
 * cost memory and belong to no member, so each address has a limit. Timeouts end the rest: 10 s for the request, 10 s for
 * the first packet of a socket.
 */
export interface PreAuthLimit {
  /** Takes a place for a request that wants to become a socket; false when its address has none left. */
  enter(request: IncomingMessage): boolean;
  /** Gives the place back: a member was let in. A connection that was let in before has no request any more. */
  leave(request: IncomingMessage | null): void;
}

export interface PreAuthLimitOptions {
  perAddress: number;
  /** Number of our proxies in front of the gateway. */
  trustedProxyHops: number;
  onRefused(): void;
}

/**
 * Creates the pre-auth limit of one server. Behind proxies every connection comes from the nearest one, which must limit
 * its own connections. Then only sockets are counted, by the address the proxies report.
 */
export function createPreAuthLimit(server: Server, options: PreAuthLimitOptions): PreAuthLimit {
  const { perAddress, trustedProxyHops, onRefused } = options;
  const counts = new Map<string, number>();
  const places = new WeakMap<Socket, string>();

  function take(connection: Socket, address: string): boolean {
    const count = counts.get(address) ?? 0;
    if (count >= perAddress) {
      onRefused();
      return false;
    }
    counts.set(address, count + 1);
    places.set(connection, address);
    connection.on('close', freeClosed);
    return true;
  }

  /** One for all: most connections stay long after they left this room. */
  function freeClosed(this: Socket): void {
    free(this);
  }

  function free(connection: Socket): void {
    const address = places.get(connection);
    if (address === undefined) return;
    places.delete(connection);
    connection.off('close', freeClosed);
    const count = (counts.get(address) ?? 1) - 1;
    if (count > 0) counts.set(address, count);
    else counts.delete(address);
  }

  if (trustedProxyHops === 0) {
    server.on('connection', (connection) => {
      if (!take(connection, networkOf(connection.remoteAddress ?? ''))) connection.destroy();
    });
    server.on('request', ({ socket }) => free(socket));
  }
  return {
    enter: (request) =>
      places.has(request.socket) || take(request.socket, networkOf(addressOf(request, trustedProxyHops))),
    leave: (request) => request && free(request.socket),
  };
}

/** The address our outermost proxy saw; what stands before it was written by the client. */
export function addressOf({ socket, headers }: IncomingMessage, hops: number): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
  const reported = forwarded.map((part) => part.trim()).filter(Boolean);
  return (hops > 0 && reported.at(-Math.min(hops, reported.length))) || (socket.remoteAddress ?? '');
}
