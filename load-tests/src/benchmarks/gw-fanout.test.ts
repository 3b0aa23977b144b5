import { expect, it } from 'vitest';
import { benchRelayed } from '../bench-contracts.ts';
import type { Wire } from '../wire-client.ts';
import { openRoom } from './gw-fanout.ts';

const EVENT = Buffer.from(`42["${benchRelayed.name}",{}]`);

/** What a room of three finds where the receiver `index` hears the `n`th event, from 0 on, so many times. */
async function faultsOf(times: (index: number, n: number) => number): Promise<string[]> {
  const receivers: ((payload: Buffer) => void)[] = [];
  let events = 0;
  const wire = (write: Wire['write']): Wire => ({
    write,
    pause() {},
    resume() {},
    onClose() {},
    close() {},
  });
  const report = () => {
    const n = events++;
    setImmediate(() => {
      for (const [index, receive] of receivers.entries())
        for (let time = 0; time < times(index, n); time += 1) receive(EVENT);
    });
  };
  const room = await openRoom({ cpu: () => 0 }, 3, {
    receiver: async (onText) => {
      receivers.push(onText);
      return wire(() => {});
    },
    sender: async () => wire(report),
    frame: () => '',
  });
  await room.run(30, 1, 200);
  return room.faults();
}

it('finds nothing where everybody hears every event once', async () => {
  expect(await faultsOf(() => 1)).toEqual([]);
});

it('finds that one receiver missed an event and another heard it twice', async () => {
  expect(await faultsOf((index, n) => (n !== 4 ? 1 : index))).toEqual([
    '1 deliveries to 3 receivers were missed',
    '1 deliveries to 3 receivers were doubled',
  ]);
});
