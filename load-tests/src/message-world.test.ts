import type { AddressInfo } from 'node:net';
import { messageCreated } from '@heartline/contracts';
import type { World } from '@heartline/testing';
import { expect, it, onTestFinished } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { step } from './message-world.ts';
import { openTraffic, type Participant } from './traffic.ts';

/** Time per message in an app that is slower than the load. */
const SLOW_MS = 400;

/** Two members at an app that answers every message and delivers it to the other one `SLOW_MS` later. */
async function openSlowPair() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => server.close());
  const sockets: WebSocket[] = [];
  let seq = 0;
  server.on('connection', (socket) => {
    sockets.push(socket);
    socket.on('message', (data: Buffer) => {
      const text = data.toString();
      if (text === '40') return socket.send('40{"sid":"x"}');
      const [, ack, clientId] = /^42(\d+).*"clientId":"([^"]+)"/.exec(text) ?? [];
      setTimeout(() => {
        seq += 1;
        const message = { clientId, seq };
        socket.send(`43${ack}[{"ok":true}]`);
        for (const other of sockets)
          if (other !== socket) other.send(`42${JSON.stringify([messageCreated.name, { message }])}`);
      }, SLOW_MS);
    });
  });
  await new Promise((resolve) => server.once('listening', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [a, b] = ['a', 'b'].map(
    (id): Participant => ({ id, endpoint: { address, origin: 'http://a.localhost', cookie: '' } }),
  ) as [Participant, Participant];
  return openTraffic([[a, b]], 'x');
}

/** An app that settles every answered message at once. */
const settled = {
  gateways: [],
  workers: [],
  mongo: { pids: () => [] },
  redis: { pids: () => [] },
  inside: {
    mongo: {
      connection: {
        collection: () => ({
          find: ({ _id }: { _id: { $in: string[] } }) => ({ toArray: async () => _id.$in }),
        }),
      },
    },
  },
} as unknown as World;

it('includes the backlog at the last due time in the drain time', async () => {
  const traffic = await openSlowPair();
  const faults: string[] = [];
  const burst = await step(settled, () => traffic.openLoop(100, 100), faults);
  traffic.close();
  expect(faults).toEqual([]);
  expect(burst.drainMs).toBeGreaterThan(SLOW_MS * 0.95);
  expect(burst.drainMs).toBeLessThan(SLOW_MS * 3);
});
