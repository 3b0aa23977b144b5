import { eventFrame, parseFrame } from '../lib/frames.ts';
import { type Endpoint, enterWire, textFrame } from './wire-client.ts';

/** A minimal device of a member: one WebSocket with events and acknowledgements, without a library. */
export interface SocketClient {
  send(name: string, payload: unknown): Promise<unknown>;
  onEvent(listener: (name: string, payload: unknown) => void): void;
  close(): void;
}

/** Opens a socket and enters; rejects if the gateway refuses. */
export async function openSocket(endpoint: Endpoint): Promise<SocketClient> {
  const acks = new Map<number, (payload: unknown) => void>();
  let listener: (name: string, payload: unknown) => void = () => {};
  let next = 0;
  const wire = await enterWire(endpoint, (payload) => {
    const frame = parseFrame(payload.toString());
    if (frame.type === 'event') listener(frame.name, JSON.parse(frame.json));
    else if (frame.type === 'ack') settle(acks, frame.id, JSON.parse(frame.json));
  });
  return {
    send(name, payload) {
      const id = next++;
      return new Promise((resolve) => {
        acks.set(id, resolve);
        wire.write(textFrame(eventFrame(id, name, payload)));
      });
    },
    onEvent(added) {
      listener = added;
    },
    close: () => wire.close(),
  };
}

function settle(acks: Map<number, (payload: unknown) => void>, id: number, payload: unknown): void {
  acks.get(id)?.(payload);
  acks.delete(id);
}
