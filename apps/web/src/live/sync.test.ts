import type { Version } from '@heartline/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DurableEvent } from './apply/stale.ts';
import { createSync } from './sync.ts';

const event = (n: number, epoch = 'one') =>
  ({
    name: 'credits:changed',
    payload: { version: { epoch, n }, credits: n, premium: false, ledgerSeq: n },
  }) as DurableEvent;

const helloAt = (n: number) => ({ version: { epoch: 'one', n }, changed: { user: 0, likes: 0 } });

/** A stream whose clock and server are in the test's hands. */
function start(at = 0) {
  const applied: number[] = [];
  const timers: { run: () => void; ms: number }[] = [];
  const server: { version: Version; fails: boolean } = { version: { epoch: 'one', n: at }, fails: false };
  let fetches = 0;
  /** What each fetch was told of a hello. */
  const hellos: (number | undefined)[] = [];
  const sync = createSync({
    start: { epoch: 'one', n: at },
    apply: ({ payload }) => applied.push(payload.version.n),
    fetchSnapshot: async (hello) => {
      fetches += 1;
      hellos.push(hello?.version.n);
      if (server.fails) throw new Error('unreachable');
      return { ...server.version };
    },
    schedule: (run, ms) => {
      const timer = { run, ms };
      timers.push(timer);
      return () => timers.splice(timers.indexOf(timer), 1);
    },
  });
  const tick = async () => {
    for (const { run } of timers.splice(0)) run();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { sync, applied, server, tick, timers, hellos, fetches: () => fetches };
}

describe('the stream of durable events', () => {
  it('applies each once and in order, however neighbours are swapped and repeated', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8], { minLength: 8 }),
        fc.array(fc.integer({ min: 1, max: 8 })),
        async (order, again) => {
          const { sync, applied, tick, fetches } = start();
          for (const n of [...order, ...again]) sync.receive(event(n));
          await tick();
          expect(applied).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
          expect(fetches()).toBe(0);
        },
      ),
    );
  });

  it('waits a second for a late event, then fetches a snapshot and goes on from it', async () => {
    const { sync, applied, server, tick, timers, fetches } = start();
    sync.receive(event(1));
    sync.receive(event(3));
    expect(applied).toEqual([1]);
    expect(timers.map((timer) => timer.ms)).toEqual([1_000]);
    expect(fetches()).toBe(0);
    server.version.n = 3;
    await tick();
    expect(fetches()).toBe(1);
    sync.receive(event(4));
    expect(applied).toEqual([1, 4]);
  });

  it('finds a gap by the tick, and none where there is none', async () => {
    const { sync, server, tick, fetches } = start(5);
    sync.hear({ epoch: 'one', n: 5 });
    sync.hear({ epoch: 'one', n: 4 });
    await tick();
    expect(fetches()).toBe(0);
    server.version.n = 6;
    sync.hear({ epoch: 'one', n: 6 });
    await tick();
    expect(fetches()).toBe(1);
  });

  it('fetches at once what the hello of a connection finds missing: that was before it', async () => {
    const { sync, applied, server, tick, timers, fetches } = start(5);
    sync.greet(helloAt(5));
    expect(fetches()).toBe(0);
    server.version.n = 8;
    sync.greet(helloAt(8));
    expect(fetches()).toBe(1);
    sync.receive(event(9));
    await tick();
    expect(applied).toEqual([9]);
    expect(timers).toEqual([]);
  });

  it('tells of the hello only the fetch that follows it: any other knows of no answer that it still holds', async () => {
    const { sync, server, tick, hellos } = start(5);
    server.version.n = 8;
    sync.greet(helloAt(8));
    await tick();
    server.version.n = 9;
    sync.hear(server.version);
    await tick();
    server.version.n = 10;
    server.fails = true;
    sync.greet(helloAt(10));
    await tick();
    server.fails = false;
    sync.greet(helloAt(10));
    await tick();
    sync.hear(server.version, 'stale');
    await tick();
    expect(hellos).toEqual([8, undefined, 10, undefined, undefined]);
  });

  it('waits as long for each gap, however many neighbours were swapped before', async () => {
    const { sync, applied, server, tick, timers, fetches } = start();
    sync.receive(event(2));
    sync.receive(event(1));
    sync.receive(event(4));
    await tick();
    expect(fetches()).toBe(0);
    expect(timers).toHaveLength(1);
    sync.receive(event(3));
    await tick();
    expect(applied).toEqual([1, 2, 3, 4]);
    sync.receive(event(6));
    server.version.n = 6;
    await tick();
    expect(fetches()).toBe(1);
  });

  it('lets a tick that overtook its event pass', async () => {
    const { sync, applied, tick, fetches } = start();
    sync.hear({ epoch: 'one', n: 1 });
    sync.receive(event(1));
    await tick();
    expect(applied).toEqual([1]);
    expect(fetches()).toBe(0);
  });

  it('fetches at once when the server says events were lost', async () => {
    const { sync, fetches, tick } = start(5);
    sync.hear({ epoch: 'one', n: 5 }, 'stale');
    await tick();
    expect(fetches()).toBe(1);
  });

  it('starts over with a new epoch', async () => {
    const { sync, applied, server, tick, fetches } = start(5);
    server.version = { epoch: 'two', n: 2 };
    sync.receive(event(2, 'two'));
    sync.receive(event(3, 'two'));
    expect(applied).toEqual([]);
    await tick();
    expect(fetches()).toBe(1);
    expect(applied).toEqual([3]);
  });

  it('forgets how far a stream was heard of that is gone', async () => {
    const { sync, server, tick, timers, fetches } = start();
    sync.hear({ epoch: 'one', n: 7 });
    server.version = { epoch: 'two', n: 3 };
    await tick();
    for (let round = 0; round < 3; round += 1) await tick();
    expect(fetches()).toBe(1);
    expect(timers).toEqual([]);
  });

  it('waits half a minute and half as much again at most, however often it was not answered', async () => {
    const { sync, server, tick, timers } = start();
    server.fails = true;
    sync.hear({ epoch: 'one', n: 1 });
    for (let round = 0; round < 12; round += 1) await tick();
    expect(timers).toHaveLength(1);
    expect(timers[0]?.ms).toBeGreaterThanOrEqual(15_000);
    expect(timers[0]?.ms).toBeLessThanOrEqual(45_000);
  });

  it('keeps events that come while a snapshot is fetched, and steps over those it holds', async () => {
    const { sync, applied, server, tick } = start();
    sync.receive(event(4));
    server.version.n = 4;
    const ticking = tick();
    sync.receive(event(5));
    await ticking;
    expect(applied).toEqual([5]);
  });

  it('applies what comes while a snapshot is fetched though an answer holds it: another was read before it', async () => {
    const { sync, applied, server, tick, timers, fetches } = start();
    sync.receive(event(4));
    server.version.n = 6;
    const ticking = tick();
    sync.receive(event(5));
    await ticking;
    expect(applied).toEqual([5]);
    // Answered, and on its way here.
    sync.hear({ epoch: 'one', n: 6 });
    sync.receive(event(6));
    await tick();
    expect(applied).toEqual([5, 6]);
    expect(fetches()).toBe(1);
    expect(timers).toEqual([]);
  });

  it('tries again, later each time, while the server can’t be reached', async () => {
    const { sync, server, tick, timers, fetches } = start();
    server.fails = true;
    sync.hear({ epoch: 'one', n: 3 });
    await tick();
    await tick();
    await tick();
    expect(fetches()).toBe(3);
    expect(timers).toHaveLength(1);
    server.fails = false;
    server.version.n = 3;
    await tick();
    expect(fetches()).toBe(4);
    await tick();
    expect(fetches()).toBe(4);
  });

  it('holds what an older answer lacks, and says so when it no longer does', () => {
    const { sync } = start();
    for (let n = 1; n <= 600; n += 1) sync.receive(event(n));
    expect(sync.eventsAfter({ epoch: 'one', n: 598 })?.map((one) => one.payload.version.n)).toEqual([
      599, 600,
    ]);
    expect(sync.eventsAfter({ epoch: 'one', n: 600 })).toEqual([]);
    expect(sync.eventsAfter({ epoch: 'one', n: 700 })).toEqual([]);
    expect(sync.eventsAfter({ epoch: 'one', n: 50 })).toBeUndefined();
  });

  it('asks for nothing more once it is stopped', async () => {
    const { sync, tick, fetches } = start();
    sync.receive(event(3));
    sync.stop();
    await tick();
    expect(fetches()).toBe(0);
  });
});
