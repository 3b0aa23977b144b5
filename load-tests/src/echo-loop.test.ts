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
 * Faults of a loop of two sockets against a server that sends these frames for its `n`th message, from 0 on. At least
 * two messages arrive, however busy the machine is.
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

it('reports no fault when every answer is right and comes once', async () => {
  expect(await faultsOf(() => [TAKEN])).toEqual([]);
});

it('reports a refusal after the first answer', async () => {
  expect(await faultsOf((n) => [n === 1 ? REFUSED : TAKEN])).toEqual(['1 answers were others than expected']);
});

it('reports a missing answer although the other socket continued', async () => {
  expect(await faultsOf((n) => (n === 1 ? [] : [TAKEN]))).toEqual(['1 answers never came']);
});

it('reports an answer that came twice', async () => {
  expect(await faultsOf((n) => (n === 1 ? [TAKEN, TAKEN] : [TAKEN]))).toEqual(['1 answers came twice']);
});
