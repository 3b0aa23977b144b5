import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getUser, registerPush } from '@heartline/contracts';
import { startWorld, type WorldWithStubs } from '@heartline/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pushIn } from './push-in-test.ts';

let world: WorldWithStubs;
let server: Server;
let origin: string;
const taken: string[] = [];
const asked = Promise.withResolvers<void>();
const mayAnswer = Promise.withResolvers<void>();

beforeAll(async () => {
  // A push service: the old subscription is gone, which takes a moment to answer. Others accept pushes.
  server = createServer((request, response) => {
    request.resume();
    if (request.url === '/old') {
      asked.resolve();
      void mayAnswer.promise.then(() => response.writeHead(410).end());
      return;
    }
    taken.push(request.url ?? '');
    response.writeHead(201).end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  world = await startWorld({ here: true, stubs: true, pushOrigin: origin });
});
afterAll(async () => {
  await world?.stop();
  server?.close();
});

const { write, notify } = pushIn(() => world);

it('continues to push to a browser that renews its subscription during a push', async () => {
  const [mara, jonas] = await world.people({ name: 'Mara' }, { name: 'Jonas', credits: 20 });
  const { keys } = await world.stubs.push.subscribe(world.secrets.vapidPublicKey, mara.id);
  await mara.http.call(registerPush, { subscription: { endpoint: `${origin}/old`, keys } });
  const notifying = notify(await write(jonas, mara));
  await asked.promise;
  await mara.http.call(registerPush, { subscription: { endpoint: `${origin}/new`, keys } });
  mayAnswer.resolve();
  await notifying;
  world.clock.advance(6_000);
  expect((await mara.http.call(getUser, {})).user.push_subscribed).toBe(true);
  expect(await notify(await write(jonas, mara))).toEqual({ pushed: 1 });
  expect(taken).toEqual(['/new']);
});
