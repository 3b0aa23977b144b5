import { expect, it } from 'vitest';
import { createPageServer } from './server.ts';

const statusOf = async (host: string) => {
  const app = createPageServer();
  app.get('/', async () => 'page');
  const { statusCode } = await app.inject({ url: '/', headers: { host } });
  await app.close();
  return statusCode;
};

it.each(['localhost:4000', 'LOCALHOST', 'a.localhost:4001', '127.0.0.1:4000', '[::1]:4000'])(
  'answers at %s',
  async (host) => expect(await statusOf(host)).toBe(200),
);

it.each([
  'evil.example:4000',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  '192.168.1.4:4000',
  'evillocalhost',
])('refuses a request that names %s, as a page with a rebound name does', async (host) =>
  expect(await statusOf(host)).toBe(421),
);
