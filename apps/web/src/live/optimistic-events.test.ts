import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { event, helloAt, optimistic, saysOf, startStream } from './stream-in-hand.ts';

describe('events that are delivered before they are counted', () => {
  const countedTo = (n: number, count: number, epoch = 'one') => ({ version: { epoch, n }, count });

  /** A stream whose snapshots the test answers. */
  function startHeld(at: number) {
    const stream = startStream(at);
    stream.server.holds = true;
    return stream;
  }

  it('are applied at once, and their numbers close the stream before later events', async () => {
    const { sync, applied, noted, tick, timers, fetches } = startStream(5);
    sync.receive(optimistic(1));
    sync.receive(optimistic(2));
    sync.count(countedTo(7, 2));
    sync.receive(event(8));
    expect(applied).toEqual([null, null, 8]);
    expect(noted).toEqual([7]);
    await tick();
    expect([fetches(), timers]).toEqual([0, []]);
  });

  it('of other connections are not counted as ones received before the hello', async () => {
    const { sync, server, fetches } = startStream(5);
    sync.cut();
    sync.receive(optimistic(2));
    server.version.n = 6;
    sync.count(countedTo(6, 1));
    sync.greet(helloAt(6));
    await new Promise((resolve) => setImmediate(resolve));
    expect(fetches()).toBe(1);
  });

  it('may be counted after a later event, and release what waited for them', async () => {
    const { sync, applied, tick, fetches } = startStream(5);
    sync.receive(optimistic(1));
    sync.receive(event(7));
    sync.receive(event(6));
    sync.receive(event(9));
    expect(applied).toEqual([null, 6, 7]);
    sync.count(countedTo(8, 1));
    expect(applied).toEqual([null, 6, 7, 9]);
    await tick();
    expect(fetches()).toBe(0);
  });

  it('hold a number from elsewhere back until theirs, longer than the server takes', async () => {
    const { sync, server, tick, timers, fetches } = startStream(5);
    sync.receive(optimistic(1));
    sync.noteVersion({ epoch: 'one', n: 6 });
    expect(timers.map(({ ms }) => ms)).toEqual([2_500]);
    sync.count(countedTo(6, 1));
    await tick();
    expect(fetches()).toBe(0);
    sync.receive(optimistic(2));
    server.version.n = 7;
    sync.noteVersion({ epoch: 'one', n: 7 });
    await tick();
    expect(fetches()).toBe(1);
  });

  it('reveal a gap when this connection received fewer, or missed an earlier event', async () => {
    for (const [received, counted] of [
      [0, countedTo(6, 1)],
      [1, countedTo(7, 2)],
      [1, countedTo(7, 1)],
      [1, countedTo(6, 1, 'two')],
    ] as const) {
      const { sync, noted, server, tick, fetches } = startStream(5);
      for (let at = 0; at < received; at += 1) sync.receive(optimistic(at));
      sync.count(counted);
      server.version = counted.version;
      await tick();
      expect([noted, fetches()]).toEqual([[], 1]);
    }
  });

  it('are not counted as those of the previous connection without a number', async () => {
    const { sync, server, tick, hellos } = startStream(5);
    sync.receive(optimistic(1));
    sync.cut();
    server.version.n = 6;
    sync.greet(helloAt(6));
    await tick();
    expect(hellos).toEqual([6]);
    sync.receive(optimistic(2));
    sync.count(countedTo(8, 2));
    server.version.n = 8;
    await tick();
    expect(hellos).toEqual([6, undefined]);
  });

  it('change nothing that a snapshot holds already', async () => {
    const { sync, applied, noted, server, tick, fetches } = startStream(5);
    sync.receive(optimistic(1));
    server.version.n = 9;
    sync.noteVersion(server.version, 'stale');
    await tick();
    sync.count(countedTo(8, 1));
    sync.receive(event(10));
    await tick();
    expect([applied, noted, fetches()]).toEqual([[null, 10], [], 1]);
  });

  it('go into answers requested before them, and into no later one', () => {
    const { sync } = startStream(5);
    const before = sync.moment();
    sync.receive(optimistic(1));
    const between = sync.moment();
    sync.receive(optimistic(2));
    const five = { epoch: 'one', n: 5 };
    expect(saysOf(sync.eventsAfter(five, before))).toEqual([
      [undefined, 1],
      [undefined, 2],
    ]);
    expect(saysOf(sync.eventsAfter({ epoch: 'one', n: 9 }, between))).toEqual([[undefined, 2]]);
    expect(sync.eventsAfter(five, sync.moment())).toEqual([]);
    expect(sync.eventsAfter(five)).toEqual([]);
    sync.count(countedTo(6, 1));
    sync.receive(event(7));
    expect(saysOf(sync.eventsAfter(five, between))).toEqual([
      [6, 1],
      [7, 7],
      [undefined, 2],
    ]);
  });

  it('cause no second snapshot when their number arrives during a fetch', async () => {
    const { sync, answerWith, tick, fetches } = startHeld(4);
    let n = 10;
    sync.greet(helloAt(n));
    for (let round = 0; round < 10; round += 1) {
      const answered = n;
      sync.receive(optimistic(round));
      n += 1;
      sync.count(countedTo(n, 1));
      await answerWith(answered);
      await tick();
    }
    expect(fetches()).toBe(1);
  });

  it('go into an answer requested before them, even once they have a number', async () => {
    const { sync, answerWith, fetches } = startHeld(4);
    sync.greet(helloAt(10));
    const asked = sync.moment();
    sync.receive(optimistic(1));
    sync.count(countedTo(11, 1));
    expect(sync.eventsAfter({ epoch: 'one', n: 10 }, asked)).toHaveLength(1);
    await answerWith(10);
    expect(sync.eventsAfter({ epoch: 'one', n: 10 }, asked)).toHaveLength(1);
    expect(fetches()).toBe(1);
  });

  it('may have a number that overtook the event before it', async () => {
    const { sync, tick, fetches } = startHeld(5);
    sync.receive(optimistic(1));
    sync.count(countedTo(7, 1));
    sync.receive(event(6));
    await tick();
    await tick();
    expect(fetches()).toBe(0);
  });

  it('hide no later gap and delay nothing when Redis never counted them', async () => {
    const { sync, answerWith, tick, timers, fetches } = startHeld(5);
    sync.receive(optimistic(1));
    sync.noteVersion({ epoch: 'one', n: 6 });
    await tick();
    await answerWith(6);
    sync.receive(event(8));
    expect(timers.map(({ ms }) => ms)).toEqual([1_000]);
    sync.receive(event(7));
    expect(fetches()).toBe(1);
    sync.count(countedTo(9, 1));
    await tick();
    await tick();
    expect(fetches()).toBe(2);
  });

  it('received before an answer was requested are waited for as long by it', async () => {
    const { sync, timers, fetches } = startHeld(5);
    sync.noteVersion({ epoch: 'one', n: 6 });
    sync.receive(optimistic(1));
    for (const { run } of timers.splice(0)) run();
    sync.count(countedTo(6, 1));
    expect(fetches()).toBe(0);
  });

  it('need no fetch in any order of counting and delivery by one gateway', async () => {
    // The steps of the gateway in order. Numbers follow the order in which Redis counts.
    const step = fc.constantFrom('early', 'numbered', 'count', 'say');
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const { sync, applied, tick, fetches } = startStream();
        let n = 0;
        let uncounted = 0;
        let pendingCount = { n: 0, count: 0 };
        const announceCount = () => {
          if (pendingCount.count > 0) sync.count(countedTo(pendingCount.n, pendingCount.count));
          pendingCount = { n, count: 0 };
        };
        const count = () => {
          n += uncounted;
          pendingCount = { n, count: pendingCount.count + uncounted };
          uncounted = 0;
        };
        for (const one of [...steps, 'count', 'say']) {
          if (one === 'early') {
            uncounted += 1;
            sync.receive(optimistic(1));
          } else if (one === 'numbered') {
            announceCount();
            n += 1;
            sync.receive(event(n));
          } else if (one === 'count') count();
          else announceCount();
        }
        sync.greet(helloAt(n));
        await tick();
        expect(fetches()).toBe(0);
        expect(applied).toHaveLength(steps.filter((one) => one === 'early' || one === 'numbered').length);
      }),
    );
  });
});
