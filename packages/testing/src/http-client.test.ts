import { createServer } from 'node:http';
import { getUser, postMessage } from '@heartline/contracts';
import { expect, it } from 'vitest';
import { HttpClient, outcomeOf } from './http-client.ts';

/** A gateway that answers with these codes in turn and then with success, and its request count. */
async function gatewayAnswering(...codes: string[]) {
  let asked = 0;
  const server = createServer((_request, response) => {
    const code = codes[asked];
    asked += 1;
    response.writeHead(code ? 503 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(code ? { error: { code } } : {}));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as { port: number };
  const address = `http://127.0.0.1:${port}`;
  return {
    client: new HttpClient({ address, origin: address }),
    asked: () => asked,
    [Symbol.dispose]: () => void server.close(),
  };
}

const message = { clientId: crypto.randomUUID(), profile: '0'.repeat(24), text: 'Hello', credits: 1 };

it('repeats a call with its own key while the answer is “try again”, as pages do', async () => {
  using gateway = await gatewayAnswering('UNAVAILABLE', 'UNAVAILABLE');
  expect(await outcomeOf(gateway.client.call(postMessage, message))).toBe('OK');
  expect(gateway.asked()).toBe(3);
});

it('returns other answers, and the first one for `callOnce` or a call without a key', async () => {
  using refusing = await gatewayAnswering('NOT_ENOUGH_CREDITS');
  expect(await outcomeOf(refusing.client.call(postMessage, message))).toBe('NOT_ENOUGH_CREDITS');
  using stalling = await gatewayAnswering('UNAVAILABLE', 'UNAVAILABLE');
  expect(await outcomeOf(stalling.client.callOnce(postMessage, message))).toBe('UNAVAILABLE');
  expect(await outcomeOf(stalling.client.call(getUser, {}))).toBe('UNAVAILABLE');
});
