import { setImmediate as turn } from 'node:timers/promises';
import { fastify } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { addPressureGuard } from './pressure.ts';

/** The answer to a call right after a second and more in which the event loop was 100 ms late in each of its turns. */
async function answerOfBusy(maxLoopDelayMs: number) {
  const app = fastify();
  onTestFinished(() => app.close());
  app.decorateRequest('locale', 'en');
  await addPressureGuard(app, { maxLoopDelayMs });
  app.get('/', () => ({ ok: true }));
  await app.ready();
  const until = performance.now() + 1_300;
  while (performance.now() < until) {
    const free = performance.now() + 100;
    while (performance.now() < free);
    await turn();
  }
  return app.inject('/');
}

it('refuses while the event loop is late, in the words after which clients try again', async () => {
  const answer = await answerOfBusy(40);
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '1']);
  expect(answer.json()).toMatchObject({ error: { code: 'UNAVAILABLE' } });
});

it('takes every call with 0', async () => {
  expect((await answerOfBusy(0)).statusCode).toBe(200);
});
