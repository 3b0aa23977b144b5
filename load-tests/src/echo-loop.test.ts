import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { openEchoLoop } from './echo-loop.ts';
import type { MeasuredServer } from './start-server.ts';

const TAKEN = '437[{"ok":true,"value":{"text":"x"}}]';
const REFUSED = '437[{"ok":false,"refusal":{"code":"X"}}]';

let server: WebSocketServer;
afterEach(() => server.close());

/**
 * What a loop of two sockets finds in a run against a server that says these for its `n`th message, from 0 on. Two come
 * however busy the machine is.
 */
async function faultsOf(answersTo: (n: number) => readonly string[]): Promise<string[]> {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  let received = 0;
  server.on('connection', (socket) =>
    socket.on('message', () => {
      for (const answer of answersTo(received++)) socket.send(answer);
    }),
  );
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const loop = await openEchoLoop({ port, cpu: () => 0 } as MeasuredServer, ['', ''], {
    origin: '',
    request: '427["echo",{"text":"x"}]',
    answers: (text) => text.startsWith('437[{"ok":true'),
    forMs: 30,
    timeoutMs: 100,
  });
  await loop.run();
  loop.close();
  return loop.faults();
}

it('finds nothing where every answer is the right one, and comes once', async () => {
  expect(await faultsOf(() => [TAKEN])).toEqual([]);
});

it('finds a refusal behind the first answer', async () => {
  expect(await faultsOf((n) => [n === 1 ? REFUSED : TAKEN])).toEqual(['1 answers were others than expected']);
});

it('finds an answer that never came, though the other socket went on', async () => {
  expect(await faultsOf((n) => (n === 1 ? [] : [TAKEN]))).toEqual(['1 answers never came']);
});

it('finds an answer that came twice', async () => {
  expect(await faultsOf((n) => (n === 1 ? [TAKEN, TAKEN] : [TAKEN]))).toEqual(['1 answers came twice']);
});
