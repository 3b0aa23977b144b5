import type { Version } from '@heartline/contracts';
import type { DurableEvent, NumberedEvent } from './apply/stale.ts';
import { createSync } from './sync.ts';

/** A numbered event; its credits are its number. */
export const event = (n: number, epoch = 'one') =>
  ({
    name: 'credits:changed',
    payload: { version: { epoch, n }, credits: n, debt: 0, premium: false, ledgerSeq: n },
  }) as NumberedEvent;

/** A message delivered before it is counted; its credits identify it. */
export const optimistic = (credits: number) =>
  ({ name: 'message:created', payload: { version: null, credits } }) as unknown as DurableEvent;

/** The number and the credits of each event. */
export const saysOf = (events: readonly DurableEvent[] | undefined) =>
  events?.map(({ payload }) => [payload.version?.n, (payload as { credits?: number }).credits]);

export const helloAt = (n: number) => ({ version: { epoch: 'one', n }, changed: { user: 0, likes: 0 } });

const settled = () => new Promise((resolve) => setImmediate(resolve));

/**
 * A stream whose clock and server the test controls. Snapshots answer with the server's position; while it `holds`
 * them, only `answerWith` does.
 */
export function startStream(at = 0) {
  /** Numbers of events; `null` for uncounted ones. */
  const applied: (number | null)[] = [];
  const noted: number[] = [];
  const timers: { run: () => void; ms: number }[] = [];
  const server: { version: Version; fails: boolean; holds: boolean } = {
    version: { epoch: 'one', n: at },
    fails: false,
    holds: false,
  };
  /** The hello passed to each fetch. */
  const hellos: (number | undefined)[] = [];
  let answer = (_: Version) => {};
  const sync = createSync({
    start: { epoch: 'one', n: at },
    apply: ({ payload }) => applied.push(payload.version?.n ?? null),
    noteCount: ({ version }) => noted.push(version.n),
    fetchSnapshot: async (hello) => {
      hellos.push(hello?.version.n);
      if (server.fails) throw new Error('unreachable');
      if (!server.holds) return { ...server.version };
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
  return {
    sync,
    applied,
    noted,
    server,
    timers,
    hellos,
    fetches: () => hellos.length,
    async answerWith(n: number) {
      answer({ epoch: 'one', n });
      await settled();
    },
    async tick() {
      for (const { run } of timers.splice(0)) run();
      await settled();
    },
  };
}
