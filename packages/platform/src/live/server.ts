import type { Server as HttpServer } from 'node:http';
import { REQUEST_BYTES } from '@heartline/contracts';
import { Server, type ServerOptions } from 'socket.io';
import { closeWithin } from '../redis/close-within.ts';
import type { Redis } from '../redis/connect.ts';
import { createLiveAdapter } from './adapter.ts';
import { packFrames, type SlowReaders } from './frame.ts';
import { packets } from './packets.ts';

/** Limits of the wire, in bytes and milliseconds. The reference of events lists them. */
export const LIVE_WIRE = {
  /** Largest frame a client may send. */
  maxHttpBufferSize: REQUEST_BYTES,
  pingInterval: 25_000,
  pingTimeout: 20_000,
  /** A connection must have joined a namespace by then. */
  connectTimeout: 10_000,
} as const;

/**
 * A Socket.IO server on the Redis 7 sharded adapter. With an HTTP server it accepts sockets; without one it only
 * publishes, as in the worker. Connection state recovery stays off: versions and sequence numbers catch a client up.
 */
export function createLiveServer(options: {
  http?: HttpServer;
  redis: Redis;
  prefix: string;
  server?: Partial<ServerOptions>;
  slowReaders?: SlowReaders;
}): Server {
  const settings: Partial<ServerOptions> = {
    adapter: createLiveAdapter(options) as never,
    parser: packets,
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
    httpCompression: false,
    ...LIVE_WIRE,
    ...options.server,
  };
  if (!options.http) return new Server(settings);
  const io = new Server(options.http, settings);
  packFrames(io, options.slowReaders);
  return io;
}

/** Closes a live server. One that only publishes has no engine, which Socket.IO's own `close` requires. */
export async function closeLiveServer(io: Server): Promise<void> {
  if (io.engine) await io.close();
  else {
    for (const { adapter } of io._nsps.values()) {
      // Rooms that it cannot leave any more end with the connection.
      await closeWithin(async () => adapter.close());
    }
  }
}
