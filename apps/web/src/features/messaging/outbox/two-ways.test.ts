import type { Result, SendInput, SendOutput } from '@heartline/contracts';
import { expect, it } from 'vitest';
import { draft, SENT, settle, tabOf } from '../../../testing/outbox-tab.ts';
import { SendBroken } from './send-ended.ts';
import { createTwoWays, type Transport } from './two-ways.ts';

const REFUSED: Result<SendOutput> = { ok: false, refusal: { code: 'PAYLOAD_TOO_LARGE' } };
const FAULT: Result<SendOutput> = { ok: false, refusal: { code: 'INTERNAL' } };

/**
 * A connection that the text `breaksAt` closes, as a frame over the size limit does. It reconnects before the next try
 * unless `comesBack` is false.
 */
function lineThat(breaksAt: string, overHttp: () => Promise<Result<SendOutput>>, comesBack = true) {
  const ways: string[] = [];
  let isLive = true;
  const line: Transport = {
    isLive: () => isLive,
    async overSocket({ text }) {
      ways.push(`socket: ${text}`);
      if (text !== breaksAt) return SENT;
      isLive = false;
      throw new Error('disconnected');
    },
    async overHttp({ text }) {
      ways.push(`http: ${text}`);
      return text === breaksAt ? overHttp() : SENT;
    },
  };
  const twoWays = createTwoWays(line);
  const { tab, tick, states } = tabOf(async (entry) => {
    if (comesBack) isLive = true;
    return twoWays(entry as unknown as SendInput);
  });
  return { ways, tab, tick, states };
}

it('sends a message over HTTP after it closed the connection twice', async () => {
  const { ways, tab, states } = lineThat('poison', async () => REFUSED);
  void tab.lead();
  await tab.add(draft('poison'));
  await tab.add(draft('behind it'));
  await settle();
  for (let round = 0; round < 4; round += 1) {
    // A reconnect ends all waits for the next try.
    tab.wake();
    await settle();
  }
  expect(ways).toEqual(['socket: poison', 'socket: poison', 'http: poison', 'socket: behind it']);
  expect(states()).toEqual(['failed']);
  expect(tab.entries()[0]?.refusal?.code).toBe('PAYLOAD_TOO_LARGE');
});

it('fails a message without an answer on either way while the connection works', async () => {
  const { ways, tab, tick } = lineThat('poison', () => Promise.reject(new Error('server unreachable')));
  void tab.lead();
  await tab.add(draft('poison'));
  await tab.add(draft('behind it'));
  await settle();
  for (let round = 0; round < 5; round += 1) await tick();
  expect(ways.filter((way) => way.endsWith('poison'))).toHaveLength(4);
  expect(ways.at(-1)).toBe('socket: behind it');
  expect(tab.entries()).toMatchObject([
    { clientId: 'k1', state: 'failed', refusal: { code: 'UNAVAILABLE' } },
  ]);
  // The member may send it again under its key, because it may be stored.
  await tab.retry('k1');
  await settle();
  expect(tab.entries()).toMatchObject([{ clientId: 'k1', state: 'waiting' }]);
});

it('keeps trying while the connection does not come back', async () => {
  const { ways, tab, tick, states } = lineThat(
    'one',
    () => Promise.reject(new Error('server unreachable')),
    false,
  );
  void tab.lead();
  await tab.add(draft('one'));
  await settle();
  for (let round = 0; round < 20; round += 1) await tick();
  expect(ways).toHaveLength(21);
  expect(states()).toEqual(['waiting']);
});

it('fails a message after repeated server faults', async () => {
  const send = createTwoWays({
    isLive: () => true,
    overSocket: async () => FAULT,
    overHttp: async () => FAULT,
  });
  const input = { clientId: 'k1' } as SendInput;
  for (let round = 0; round < 6; round += 1) expect(await send(input)).toEqual(FAULT);
  await expect(send(input)).rejects.toEqual(new SendBroken('INTERNAL'));
});
