import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import type { Redis } from '../redis/connect.ts';
import { lastingSubscriptions } from './lasting-subscriptions.ts';

/** Behaves like Redis's client: commands are confirmed in the order they were sent, when the test says so. */
function connection() {
  const received = new Map<string, unknown>();
  const sent: { name: string; confirm(): void }[] = [];
  const send = (name: string, effect: () => void) =>
    new Promise<void>((resolve) => {
      const confirm = () => {
        effect();
        resolve();
      };
      sent.push({ name, confirm });
    });
  const redis = Object.assign(new EventEmitter(), {
    // A second listener of a subscribed channel is added without a command.
    sSubscribe: async (channel: string, listener: unknown) =>
      received.has(channel)
        ? void received.set(channel, listener)
        : send('subscribe', () => received.set(channel, listener)),
    sUnsubscribe: (channel: string) => send('unsubscribe', () => received.delete(channel)),
  });
  const confirm = async () => {
    sent.shift()?.confirm();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { redis: redis as unknown as Redis, received, sent, confirm };
}

it('delivers to a listener added during an unsubscribe of an unconfirmed channel', async () => {
  const { redis, received, sent, confirm } = connection();
  const { sSubscribe, sUnsubscribe } = lastingSubscriptions(redis);
  void sSubscribe('m', () => 'first');
  void sUnsubscribe('m');
  await confirm();
  const second = () => 'second';
  void sSubscribe('m', second);
  await confirm();
  expect(sent.map(({ name }) => name)).toEqual(['subscribe']);
  await confirm();
  expect(received.get('m')).toBe(second);
  void sUnsubscribe('m');
  await confirm();
  expect(sent).toEqual([]);
  expect(received.has('m')).toBe(false);
});
