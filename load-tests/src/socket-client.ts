import WebSocket from 'ws';
import { ENTER, eventFrame, PONG, parseFrame, SOCKET_PATH } from '../lib/frames.ts';

/** Names under which a bare client meets the gateway: browsers send these by themselves. */
export interface Door {
  /** `http://127.0.0.1:port`, since Node does not resolve `a.localhost`. */
  address: string;
  /** Host and origin the gateway knows itself by. */
  origin: string;
  /** Value of the Cookie header. */
  cookie: string;
}

/** A bare member's device: one WebSocket, counted frames, no library between. */
export interface SocketClient {
  send(name: string, payload: unknown): Promise<unknown>;
  onEvent(listener: (name: string, payload: unknown) => void): void;
  close(): void;
}

/** Opens a socket and enters; rejects when the gateway refuses. */
export function openSocket(door: Door): Promise<SocketClient> {
  const url = `${door.address.replace(/^http/, 'ws')}${SOCKET_PATH}`;
  const socket = new WebSocket(url, {
    perMessageDeflate: false,
    headers: { cookie: door.cookie, origin: door.origin, host: new URL(door.origin).host },
  });
  const acks = new Map<number, (payload: unknown) => void>();
  let listener: (name: string, payload: unknown) => void = () => {};
  let next = 0;
  const client: SocketClient = {
    send(name, payload) {
      const id = next++;
      return new Promise((resolve) => {
        acks.set(id, resolve);
        socket.send(eventFrame(id, name, payload));
      });
    },
    onEvent(added) {
      listener = added;
    },
    close: () => socket.terminate(),
  };
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('closed before it was entered')));
    socket.on('message', (data: Buffer) => {
      const frame = parseFrame(data.toString());
      if (frame.type === 'event') listener(frame.name, JSON.parse(frame.json));
      else if (frame.type === 'ack') settle(acks, frame.id, JSON.parse(frame.json));
      else if (frame.type === 'ping') socket.send(PONG);
      else if (frame.type === 'open') socket.send(ENTER);
      else if (frame.type === 'entered') resolve(client);
      else if (frame.type === 'refused') reject(new Error(frame.message));
    });
  });
}

function settle(acks: Map<number, (payload: unknown) => void>, id: number, payload: unknown): void {
  acks.get(id)?.(payload);
  acks.delete(id);
}
