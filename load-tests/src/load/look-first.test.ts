import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { lookFirst } from './look-first.ts';

let server: Server | undefined;
afterEach(() => server?.close());

const members = [{ id: 'm', email: 'mara@demo.example', password: 'heartline-demo' }];

/** A server with this answer, as the gateway of a run. */
async function serving(answer: (request: IncomingMessage) => { status: number; body: unknown }) {
  server = createServer((request, response) => {
    const { status, body } = answer(request);
    response.writeHead(status).end(JSON.stringify(body));
  });
  await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    gateways: [{ origin: `http://a.localhost:${port}`, address: `http://127.0.0.1:${port}` }],
    members,
  };
}

const isLive = ({ url }: IncomingMessage) => url === '/health/live';

it('reports that nothing runs at an address', async () => {
  const gateways = [{ origin: 'http://a.localhost:9', address: 'http://127.0.0.1:9' }];
  await expect(lookFirst({ gateways, members })).rejects.toThrow(
    /^http:\/\/a.localhost:9 can't be reached: .*\. Does a gateway run there\?$/,
  );
});

it('reports that something else than a gateway answers', async () => {
  const world = await serving(() => ({ status: 404, body: {} }));
  await expect(lookFirst(world)).rejects.toThrow('answers, and is no gateway: /health/live gave 404');
});

it('reports why the first member cannot sign in', async () => {
  const world = await serving((request) =>
    isLive(request)
      ? { status: 200, body: { ok: true } }
      : { status: 401, body: { error: { code: 'LOGIN_FAILED' } } },
  );
  await expect(lookFirst(world)).rejects.toThrow('does not sign in mara@demo.example: LOGIN_FAILED');
});

it('accepts a gateway and asks it under its own host and origin', async () => {
  const received: unknown[] = [];
  const world = await serving((request) => {
    received.push([request.headers.host, request.headers.origin]);
    return { status: 200, body: { ok: true } };
  });
  await lookFirst(world);
  const { origin } = world.gateways[0] ?? { origin: '' };
  expect(received).toEqual(Array.from({ length: 2 }, () => [new URL(origin).host, origin]));
});
