import { randomUUID } from 'node:crypto';
import { drawPicture, startWorld, type WorldHere } from '@heartline/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

let world: WorldHere;

beforeAll(async () => {
  world = await startWorld({ here: true });
});
afterAll(() => world.stop());

it.each([
  ['photo', 4_000, 1, { code: 'PHOTO_TOO_NARROW', values: { ratio: 4 } }],
  ['photo', 1_601, 400, { code: 'PHOTO_TOO_NARROW', values: { ratio: 4 } }],
  ['photo', 60, 60, { code: 'PHOTO_TOO_SMALL', values: { pixels: 400 } }],
  ['photo', 399, 500, { code: 'PHOTO_TOO_SMALL', values: { pixels: 400 } }],
  ['photo', 400, 400, undefined],
  ['chat-photo', 1, 4_000, { code: 'PHOTO_TOO_NARROW', values: { ratio: 10 } }],
  ['chat-photo', 31, 31, { code: 'PHOTO_TOO_SMALL', values: { pixels: 32 } }],
  ['chat-photo', 32, 320, undefined],
])('answers a %s of %i by %i pixels: %o', async (call, width, height, error) => {
  const [{ http }] = await world.people({});
  const bytes = await drawPicture('red', { width, height });
  const answer = await http.send('POST', `/api/${call}.php?key=${randomUUID()}`, bytes, {
    'content-type': 'image/jpeg',
  });
  expect(answer).toMatchObject(error ? { status: 422, body: { error } } : { status: 200 });
});
