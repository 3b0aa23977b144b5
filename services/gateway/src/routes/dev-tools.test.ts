import fastifyCookie from '@fastify/cookie';
import { fastify } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDevTools } from './dev-tools.ts';

const app = fastify();

beforeAll(async () => {
  await app.register(fastifyCookie);
  addDevTools(app);
});
afterAll(() => app.close());

const enter = (to: string) => {
  const query = { session: 's'.repeat(43), device: 'd'.repeat(43), language: 'en', to };
  return app.inject({ url: `/dev/sign-in?${new URLSearchParams(query).toString()}` });
};

it.each(['/members', '/members?a=1#top'])('signs in and leads to %s', async (to) => {
  const { statusCode, headers } = await enter(to);
  expect([statusCode, headers.location]).toEqual([303, to]);
});

it.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\r\nSet-Cookie: a=b',
  'https://evil.example',
  '/łódź',
  '',
])('refuses to lead to %j', async (to) => {
  const { statusCode, headers } = await enter(to);
  expect([statusCode, headers.location, headers['set-cookie']]).toEqual([404, undefined, undefined]);
});
