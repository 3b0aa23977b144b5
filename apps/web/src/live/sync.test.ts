// oxlint-disable max-lines -- one machine, in every order in which it can be told
import type { Version } from '@heartline/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DurableEvent, NumberedEvent } from './apply/stale.ts';
import { createSync } from './sync.ts';

const event = (n: number, epoch = 'one') =>
  ({
    name: 'credits:changed',
    payload: { version: { epoch, n }, credits: n, premium: false, ledgerSeq: n },
  }) as NumberedEvent;

/** A message told before it is counted; its credits tell it from others. */
const early = (credits: number) =>
  ({ name: 'message:created', payload: { version: null, credits } }) as unknown as DurableEvent;
const saysOf = (events: readonly DurableEvent[] | undefined) =>
  events?.map(({ payload }) => [payload.version?.n, (payload as { credits?: number }).credits]);

const helloAt = (n: number) => ({ version: { epoch: 'one', n }, changed: { user: 0, likes: 0 } });

/** A stream whose clock and server are in the test's hands. */
function start(at = 0) {
  /** Numbers of events, of early ones `null`. */
  const applied: (number | null)[] = [];
  const noted: number[] = [];
  const timers: { run: () => void; ms: number }[] = [];
  const server: { version: Version; fails: boolean } = { version: { epoch: 'one', n: at }, fails: false };
  let fetches = 0;
  /** What each fetch was told of a hello. */
  const hellos: (number | undefined)[] = [];
  const sync = createSync({
    start: { epoch: 'one', n: at },
    apply: ({ payload }) => applied.push(payload.version?.n ?? null),
    noteCount: ({ version }) => noted.push(version.n),
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
  return { sync, applied, noted, server, tick, timers, hellos, fetches: () => fetches };
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
    expect(saysOf(sync.eventsAfter({ epoch: 'one', n: 598 }))).toEqual([
      [599, 599],
      [600, 600],
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

describe('events that are told before they are counted', () => {
  const countedTo = (n: number, count: number, epoch = 'one') => ({ version: { epoch, n }, count });

  it('are applied as they come, and their numbers close the stream before what has one', async () => {
    const { sync, applied, noted, tick, timers, fetches } = start(5);
    sync.receive(early(1));
    sync.receive(early(2));
    sync.count(countedTo(7, 2));
    sync.receive(event(8));
    expect(applied).toEqual([null, null, 8]);
    expect(noted).toEqual([7]);
    await tick();
    expect([fetches(), timers]).toEqual([0, []]);
  });

  it('may be counted after what came later, and let pass what waited for them', async () => {
    const { sync, applied, tick, fetches } = start(5);
    sync.receive(early(1));
    sync.receive(event(7));
    sync.receive(event(6));
    sync.receive(event(9));
    expect(applied).toEqual([null, 6, 7]);
    sync.count(countedTo(8, 1));
    expect(applied).toEqual([null, 6, 7, 9]);
    await tick();
    expect(fetches()).toBe(0);
  });

  it('make a number that was heard elsewhere wait for theirs, longer than the server takes to say it', async () => {
    const { sync, server, tick, timers, fetches } = start(5);
    sync.receive(early(1));
    sync.hear({ epoch: 'one', n: 6 });
    expect(timers.map(({ ms }) => ms)).toEqual([2_500]);
    sync.count(countedTo(6, 1));
    await tick();
    expect(fetches()).toBe(0);
    sync.receive(early(2));
    server.version.n = 7;
    sync.hear({ epoch: 'one', n: 7 });
    await tick();
    expect(fetches()).toBe(1);
  });

  it('show a gap where this connection heard fewer of them, or something before them was missed', async () => {
    for (const [heard, counted] of [
      [0, countedTo(6, 1)],
      [1, countedTo(7, 2)],
      [1, countedTo(7, 1)],
      [1, countedTo(6, 1, 'two')],
    ] as const) {
      const { sync, noted, server, tick, fetches } = start(5);
      for (let at = 0; at < heard; at += 1) sync.receive(early(at));
      sync.count(counted);
      server.version = counted.version;
      await tick();
      expect([noted, fetches()]).toEqual([[], 1]);
    }
  });

  it('are not taken for those of the connection before, whose number nobody heard', async () => {
    const { sync, server, tick, hellos } = start(5);
    sync.receive(early(1));
    sync.cut();
    server.version.n = 6;
    sync.greet(helloAt(6));
    await tick();
    expect(hellos).toEqual([6]);
    sync.receive(early(2));
    sync.count(countedTo(8, 2));
    server.version.n = 8;
    await tick();
    expect(hellos).toEqual([6, undefined]);
  });

  it('are nothing new where a snapshot holds them already', async () => {
    const { sync, applied, noted, server, tick, fetches } = start(5);
    sync.receive(early(1));
    server.version.n = 9;
    sync.hear(server.version, 'stale');
    await tick();
    sync.count(countedTo(8, 1));
    sync.receive(event(10));
    await tick();
    expect([applied, noted, fetches()]).toEqual([[null, 10], [], 1]);
  });

  it('go into answers that were asked for before them, and into none that was asked for later', () => {
    const { sync } = start(5);
    const before = sync.moment();
    sync.receive(early(1));
    const between = sync.moment();
    sync.receive(early(2));
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

  /** A stream whose snapshots are answered by the test. */
  function startAsking(at: number) {
    const timers: { run: () => void; ms: number }[] = [];
    let answer = (_: Version) => {};
    let fetches = 0;
    const sync = createSync({
      start: { epoch: 'one', n: at },
      apply: () => {},
      noteCount: () => {},
      fetchSnapshot: () => {
        fetches += 1;
        return new Promise((resolve) => {
          answer = resolve;
        });
      },
      schedule: (run, ms) => {
        const timer = { run, ms };
        timers.push(timer);
        return () => timers.splice(timers.indexOf(timer), 1);
      },
    });
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    return {
      sync,
      timers,
      fetches: () => fetches,
      async answerWith(n: number) {
        answer({ epoch: 'one', n });
        await settle();
      },
      async tick() {
        for (const { run } of timers.splice(0)) run();
        await settle();
      },
    };
  }

  it('cost no second snapshot where their number is said while one is fetched, however lively it is', async () => {
    const { sync, answerWith, tick, fetches } = startAsking(4);
    let n = 10;
    sync.greet(helloAt(n));
    for (let round = 0; round < 10; round += 1) {
      const answered = n;
      sync.receive(early(round));
      n += 1;
      sync.count(countedTo(n, 1));
      await answerWith(answered);
      await tick();
    }
    expect(fetches()).toBe(1);
  });

  it('go into an answer that was asked for before them, also once their number was said', async () => {
    const { sync, answerWith, fetches } = startAsking(4);
    sync.greet(helloAt(10));
    const asked = sync.moment();
    sync.receive(early(1));
    sync.count(countedTo(11, 1));
    expect(sync.eventsAfter({ epoch: 'one', n: 10 }, asked)).toHaveLength(1);
    await answerWith(10);
    expect(sync.eventsAfter({ epoch: 'one', n: 10 }, asked)).toHaveLength(1);
    expect(fetches()).toBe(1);
  });

  it('may have a number that overtook the event before it', async () => {
    const { sync, tick, fetches } = startAsking(5);
    sync.receive(early(1));
    sync.count(countedTo(7, 1));
    sync.receive(event(6));
    await tick();
    await tick();
    expect(fetches()).toBe(0);
  });

  it('that Redis never counted hide none that was missed later, and nobody waits longer for them', async () => {
    const { sync, answerWith, tick, timers, fetches } = startAsking(5);
    sync.receive(early(1));
    sync.hear({ epoch: 'one', n: 6 });
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

  it('are waited for as long by an answer that was heard before them', async () => {
    const { sync, timers, fetches } = startAsking(5);
    sync.hear({ epoch: 'one', n: 6 });
    sync.receive(early(1));
    for (const { run } of timers.splice(0)) run();
    sync.count(countedTo(6, 1));
    expect(fetches()).toBe(0);
  });

  it('cost no fetch in whatever order one gateway counts and tells, and leave the stream where the server is', async () => {
    // What happens on the gateway, one after the other; numbers are given in the order in which Redis counts.
    const step = fc.constantFrom('early', 'numbered', 'count', 'say');
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const { sync, applied, tick, fetches } = start();
        let n = 0;
        let uncounted = 0;
        let owed = { n: 0, count: 0 };
        const say = () => {
          if (owed.count > 0) sync.count(countedTo(owed.n, owed.count));
          owed = { n, count: 0 };
        };
        const count = () => {
          n += uncounted;
          owed = { n, count: owed.count + uncounted };
          uncounted = 0;
        };
        for (const one of [...steps, 'count', 'say']) {
          if (one === 'early') {
            uncounted += 1;
            sync.receive(early(1));
          } else if (one === 'numbered') {
            say();
            n += 1;
            sync.receive(event(n));
          } else if (one === 'count') count();
          else say();
        }
        sync.greet(helloAt(n));
        await tick();
        expect(fetches()).toBe(0);
        expect(applied).toHaveLength(steps.filter((one) => one === 'early' || one === 'numbered').length);
      }),
    );
  });
});
