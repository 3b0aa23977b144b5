import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { event, helloAt, saysOf, startStream } from './stream-in-hand.ts';

describe('the stream of durable events', () => {
  it('applies each event once and in order, however they are swapped and repeated', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8], { minLength: 8 }),
        fc.array(fc.integer({ min: 1, max: 8 })),
        async (order, again) => {
          const { sync, applied, tick, fetches } = startStream();
          for (const n of [...order, ...again]) sync.receive(event(n));
          await tick();
          expect(applied).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
          expect(fetches()).toBe(0);
        },
      ),
    );
  });

  it('waits a second for a late event, then continues from a snapshot', async () => {
    const { sync, applied, server, tick, timers, fetches } = startStream();
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

  it('finds a gap by the tick, and none when there is none', async () => {
    const { sync, server, tick, fetches } = startStream(5);
    sync.noteVersion({ epoch: 'one', n: 5 });
    sync.noteVersion({ epoch: 'one', n: 4 });
    await tick();
    expect(fetches()).toBe(0);
    server.version.n = 6;
    sync.noteVersion({ epoch: 'one', n: 6 });
    await tick();
    expect(fetches()).toBe(1);
  });

  it('fetches at once what the hello of a connection reports as missing', async () => {
    const { sync, applied, server, tick, timers, fetches } = startStream(5);
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

  it('passes the hello only to the fetch that follows it', async () => {
    const { sync, server, tick, hellos } = startStream(5);
    server.version.n = 8;
    sync.greet(helloAt(8));
    await tick();
    server.version.n = 9;
    sync.noteVersion(server.version);
    await tick();
    server.version.n = 10;
    server.fails = true;
    sync.greet(helloAt(10));
    await tick();
    server.fails = false;
    sync.greet(helloAt(10));
    await tick();
    sync.noteVersion(server.version, 'stale');
    await tick();
    expect(hellos).toEqual([8, undefined, 10, undefined, undefined]);
  });

  it('waits as long for each gap, however many events were swapped before', async () => {
    const { sync, applied, server, tick, timers, fetches } = startStream();
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
    const { sync, applied, tick, fetches } = startStream();
    sync.noteVersion({ epoch: 'one', n: 1 });
    sync.receive(event(1));
    await tick();
    expect(applied).toEqual([1]);
    expect(fetches()).toBe(0);
  });

  it('fetches at once when the server says events were lost', async () => {
    const { sync, fetches, tick } = startStream(5);
    sync.noteVersion({ epoch: 'one', n: 5 }, 'stale');
    await tick();
    expect(fetches()).toBe(1);
  });

  it('starts over with a new epoch', async () => {
    const { sync, applied, server, tick, fetches } = startStream(5);
    server.version = { epoch: 'two', n: 2 };
    sync.receive(event(2, 'two'));
    sync.receive(event(3, 'two'));
    expect(applied).toEqual([]);
    await tick();
    expect(fetches()).toBe(1);
    expect(applied).toEqual([3]);
  });

  it('forgets the position of a stream that is gone', async () => {
    const { sync, server, tick, timers, fetches } = startStream();
    sync.noteVersion({ epoch: 'one', n: 7 });
    server.version = { epoch: 'two', n: 3 };
    await tick();
    for (let round = 0; round < 3; round += 1) await tick();
    expect(fetches()).toBe(1);
    expect(timers).toEqual([]);
  });

  it('waits at most 30 s plus half of it, after any number of failures', async () => {
    const { sync, server, tick, timers } = startStream();
    server.fails = true;
    sync.noteVersion({ epoch: 'one', n: 1 });
    for (let round = 0; round < 12; round += 1) await tick();
    expect(timers).toHaveLength(1);
    expect(timers[0]?.ms).toBeGreaterThanOrEqual(15_000);
    expect(timers[0]?.ms).toBeLessThanOrEqual(45_000);
  });

  it('holds events that arrive during a fetch, and skips those in the snapshot', async () => {
    const { sync, applied, server, tick } = startStream();
    sync.receive(event(4));
    server.version.n = 4;
    const ticking = tick();
    sync.receive(event(5));
    await ticking;
    expect(applied).toEqual([5]);
  });

  it('applies an event that one answer of the snapshot holds and another lacks', async () => {
    const { sync, applied, server, tick, timers, fetches } = startStream();
    sync.receive(event(4));
    server.version.n = 6;
    const ticking = tick();
    sync.receive(event(5));
    await ticking;
    expect(applied).toEqual([5]);
    // Answered, and still on its way to the page.
    sync.noteVersion({ epoch: 'one', n: 6 });
    sync.receive(event(6));
    await tick();
    expect(applied).toEqual([5, 6]);
    expect(fetches()).toBe(1);
    expect(timers).toEqual([]);
  });

  it('tries again after longer waits while the server can’t be reached', async () => {
    const { sync, server, tick, timers, fetches } = startStream();
    server.fails = true;
    sync.noteVersion({ epoch: 'one', n: 3 });
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

  it('holds the events an older answer lacks, and reports when it does not', () => {
    const { sync } = startStream();
    for (let n = 1; n <= 600; n += 1) sync.receive(event(n));
    expect(saysOf(sync.eventsAfter({ epoch: 'one', n: 598 }))).toEqual([
      [599, 599],
      [600, 600],
    ]);
    expect(sync.eventsAfter({ epoch: 'one', n: 600 })).toEqual([]);
    expect(sync.eventsAfter({ epoch: 'one', n: 700 })).toEqual([]);
    expect(sync.eventsAfter({ epoch: 'one', n: 50 })).toBeUndefined();
  });

  it('fetches nothing after it is stopped', async () => {
    const { sync, tick, fetches } = startStream();
    sync.receive(event(3));
    sync.stop();
    await tick();
    expect(fetches()).toBe(0);
  });
});
