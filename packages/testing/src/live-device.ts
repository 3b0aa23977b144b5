import type {
  InboundContract,
  InputOf,
  OutboundContract,
  OutputOf,
  PayloadOf,
  Refusal,
} from '@heartline/contracts';
import { io, type Socket } from 'socket.io-client';
import type { HttpClient } from './http-client.ts';

type Ack<C extends InboundContract> = { ok: true; value: OutputOf<C> } | { ok: false; refusal: Refusal };

/** One device of a member, connected with the library of the web app. It stores all events. */
export interface LiveDevice {
  socket: Socket;
  /** Every event from the server, in order. */
  received: { name: string; payload: unknown }[];
  /** Sends an event and waits for its ack. Rejects if none comes within `withinMs`. */
  send<C extends InboundContract>(contract: C, input: InputOf<C>, withinMs?: number): Promise<Ack<C>>;
  /** Payloads of one event received so far. */
  all<C extends OutboundContract>(contract: C): PayloadOf<C>[];
  /** The first payload that matches, received already or later. */
  wait<C extends OutboundContract>(
    contract: C,
    fits?: (payload: PayloadOf<C>) => boolean,
    withinMs?: number,
  ): Promise<PayloadOf<C>>;
  close(): void;
}

/**
 * Connects a device; rejects when the gateway refuses it. `address` may be a proxy before the gateway. `meant` is the
 * member the page was loaded for, which the device sends.
 */
export async function connectDevice(
  client: HttpClient,
  address = client.gateway.address,
  meant?: string,
): Promise<LiveDevice> {
  const socket = io(address, {
    transports: ['websocket'],
    forceNew: true,
    ...(meant && { auth: { member: meant } }),
    reconnectionDelay: 100,
    reconnectionDelayMax: 1_000,
    extraHeaders: {
      cookie: client.cookie,
      origin: client.gateway.origin,
      host: new URL(client.gateway.origin).host,
    },
  });
  const device = deviceOf(socket);
  await new Promise<void>((resolve, reject) => {
    const turnedAway = (error: Error) => {
      socket.close();
      reject(error);
    };
    socket.once('connect_error', turnedAway);
    socket.once('connect', () => {
      // From now on the library reconnects by itself.
      socket.off('connect_error', turnedAway);
      resolve();
    });
  });
  // As the web app does: a server that could not check the session is asked again.
  socket.on('connect_error', ({ message }) => {
    if (!socket.active && message === 'UNAVAILABLE')
      setTimeout(() => socket.connect(), UNAVAILABLE_MS).unref();
  });
  return device;
}

const UNAVAILABLE_MS = 500;

function deviceOf(socket: Socket): LiveDevice {
  const received: LiveDevice['received'] = [];
  const listeners = new Set<(name: string, payload: unknown) => void>();
  socket.onAny((name: string, payload: unknown) => {
    received.push({ name, payload });
    for (const listener of listeners) listener(name, payload);
  });
  return {
    socket,
    received,
    send: (contract, input, withinMs = 10_000) => socket.timeout(withinMs).emitWithAck(contract.name, input),
    all: (contract) =>
      received.filter(({ name }) => name === contract.name).map(({ payload }) => payload as never),
    wait(contract, fits = () => true, withinMs = 10_000) {
      const already = received.find(({ name, payload }) => name === contract.name && fits(payload as never));
      if (already) return Promise.resolve(already.payload as never);
      return new Promise((resolve, reject) => {
        const late = setTimeout(() => {
          listeners.delete(listen);
          reject(new Error(`${contract.name} was not received within ${withinMs} ms`));
        }, withinMs);
        const listen = (name: string, payload: unknown) => {
          if (name !== contract.name || !fits(payload as never)) return;
          clearTimeout(late);
          listeners.delete(listen);
          resolve(payload as never);
        };
        listeners.add(listen);
      });
    },
    close: () => socket.close(),
  };
}
