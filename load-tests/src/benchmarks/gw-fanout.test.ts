import { expect, it } from 'vitest';
import { benchRelayed } from '../bench-contracts.ts';
import type { Wire } from '../wire-client.ts';
import { openRoom } from './gw-fanout.ts';

const EVENT = Buffer.from(`42["${benchRelayed.name}",{}]`);

/** Faults of a room of three in which receiver `index` gets the `n`th event, from 0 on, this many times. */
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

it('reports no fault when every receiver gets every event once', async () => {
  expect(await faultsOf(() => 1)).toEqual([]);
});

it('reports a missed and a doubled event of different receivers', async () => {
  expect(await faultsOf((index, n) => (n !== 4 ? 1 : index))).toEqual([
    '1 deliveries to 3 receivers were missed',
    '1 deliveries to 3 receivers were duplicated',
  ]);
});
