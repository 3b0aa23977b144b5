import { randomUUID } from 'node:crypto';
import { getDiscountCode, getPackages, getPayment, postMessage, startPayment } from '@heartline/contracts';
import { signWebhook, systemClock } from '@heartline/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addMembers,
  type CoreInTest,
  historyOf,
  startCore,
  startWorld,
  stateOf,
  until,
  type WorldHere,
} from '../../src/index.ts';
import { providerIdOf } from '../provider-in-test.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SKEW = 10 * MINUTE;

let world: WorldHere;
/** The use cases as a process with another clock runs them: [10 minutes ahead, 10 minutes behind]. */
let skewed: [CoreInTest, CoreInTest];
let late: CoreInTest;

beforeAll(async () => {
  world = await startWorld({ here: true, gateways: 1, workers: 0, stubs: true });
  const engines = { mongoUrl: world.mongo.url, redisUrl: world.redis.url, names: world.names };
  const at = (ahead: number) => startCore({ ...engines, clock: { now: () => systemClock.now() + ahead } });
  skewed = await Promise.all([at(SKEW), at(-SKEW)]);
  late = await at(HOUR);
});
afterAll(async () => {
  await Promise.all([...(skewed ?? []), late].map((core) => core?.stop()));
  await world?.stop();
});

describe('clocks that differ by ten minutes [F19]', () => {
  it('keep messages in row order, and no sweep loses a message or a credit', async () => {
    const rich = { credits: 50, premium: true };
    const [mara, jonas] = await world.people(rich, rich);
    const [ahead, behind] = skewed;
    const sending = new AbortController();
    const sweeps = (async () => {
      while (!sending.signal.aborted) {
        // Ten minutes ahead, every hold looks old enough to be given up.
        await ahead.core.messaging.sweepMessages(DAY);
        await behind.core.messaging.sweepMessages(DAY);
      }
    })();
    const texts: string[] = [];
    for (let n = 0; n < 30; n += 1) {
      const { core } = n % 2 ? ahead : behind;
      const sender = { member: n % 3 ? mara.id : jonas.id, site: 'default' };
      const input = { clientId: randomUUID(), profile: n % 3 ? jonas.id : mara.id, text: `${n}`, credits: 1 };
      let sent = await core.messaging.sendMessage(sender, input);
      // As the outbox does.
      if (!sent.ok && sent.refusal.code === 'SEND_EXPIRED') {
        sent = await core.messaging.sendMessage(sender, { ...input, clientId: `${input.clientId}.2` });
      }
      if (!sent.ok) throw new Error(sent.refusal.code);
      texts.push(sent.value.message.text);
    }
    sending.abort();
    await sweeps;
    const http = world.browser(0, mara.session);
    const conversation = world.inside.core.messaging.conversationOf(mara.id, jonas.id);
    const { history } = await historyOf({ id: mara.id, name: 'Mara', http }, conversation);
    expect(history.map(({ text }) => text)).toEqual(texts);
    // Every hold is closed once the clock of a worker calls it old.
    await late.core.messaging.sweepMessages(DAY);
    expect(await world.violations()).toEqual([]);
  });

  it('shift the end of the welcome discount no further than they differ', async () => {
    const bonusMs = 14_400_000;
    const left = async (endsInMs: number) => {
      const createdAt = Date.now() - bonusMs + endsInMs;
      const [one] = await addMembers(world.inside.mongo, world.inside.core, [{ account: { createdAt } }]);
      const asked = await Promise.all(
        [skewed[0], world.inside, skewed[1]].map(({ core }) =>
          core.payments.getDiscountCode({ member: one?.id ?? '', site: 'default' }, {}),
        ),
      );
      return asked.map((answer) => answer.ok && answer.value.discountcode !== null);
    };
    expect(await left(SKEW + MINUTE)).toEqual([true, true, true]);
    expect(await left(SKEW - MINUTE)).toEqual([false, true, true]);
    expect(await left(MINUTE - SKEW)).toEqual([false, false, true]);
    expect(await left(-SKEW - MINUTE)).toEqual([false, false, false]);
  });

  it('never matter for clients, since no input of a send or payment holds a time', () => {
    for (const { input } of [postMessage, startPayment, getPackages, getDiscountCode]) {
      const fields = Object.keys((input as unknown as { shape: object }).shape);
      expect(fields.filter((field) => /(^at|At|time|now|date|expires)$/i.test(field))).toEqual([]);
    }
  });
});

describe('a send and a payment that are captured and repeated [F24]', () => {
  it('return the stored answer after 1 s, 1 h, 25 h and 8 days, and change nothing', async () => {
    const [mara, jonas] = await world.people({ credits: 5, premium: true }, {});
    const input = { clientId: randomUUID(), profile: jonas.id, text: 'Once', credits: 1 };
    const order = { key: randomUUID(), package: 'p1', method: 'creditcard' } as const;
    const first = await mara.http.call(postMessage, input);
    const opened = await mara.http.call(startPayment, order);
    const providerId = providerIdOf(opened.redirect);
    world.stubs?.payments.act(providerId, 'pay');
    await until(
      async () => (await mara.http.call(getPayment, { id: opened.payment })).payment.state,
      (state) => state === 'completed',
    );
    await until(
      () => world.inside.core.credits.balanceOf(mara.id),
      ({ credits }) => credits > 5,
    );
    await world.inside.core.messaging.sweepMessages(DAY);
    const names = new Map([[mara.id, 'mara']]);
    const before = await stateOf(world.inside.mongo, names);
    const { body, headers } = lastWebhook(providerId);
    for (const passed of [1_000, HOUR, 25 * HOUR, 8 * DAY]) {
      world.clock.advance(passed);
      expect(await mara.http.call(postMessage, input)).toEqual(first);
      // A finished payment is not opened again.
      const again = await mara.http.call(startPayment, order).catch((error: Error) => error.message);
      expect(typeof again === 'string' ? opened.payment : again.payment).toBe(opened.payment);
      const { status } = await world.browser().send('POST', '/api/payment-webhook.php', body, headers);
      expect(status === 200 || status === 400, `webhook after ${passed} ms: ${status}`).toBe(true);
      expect(await stateOf(world.inside.mongo, names)).toEqual(before);
    }
  });
});

/** The last webhook of the provider as it was sent. */
function lastWebhook(payment: string): { body: string; headers: Record<string, string> } {
  const event = world.stubs?.payments.find(payment)?.webhooks.at(-1)?.event;
  const body = JSON.stringify({ id: event, payment });
  const { paymentWebhookSecret } = world.secrets;
  const signature = signWebhook(paymentWebhookSecret, Buffer.from(body), world.clock.now());
  return { body, headers: { 'x-payment-signature': signature } };
}
