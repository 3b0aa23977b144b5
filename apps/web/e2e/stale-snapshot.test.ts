import { isDeepStrictEqual } from 'node:util';
import { getUser, type StreamPosition, syncTicked, type Version } from '@heartline/contracts';
import { OUTBOUND_EVENTS } from '@heartline/contracts/registry';
import { type LiveDevice, startWorld, until, type WorldWithStubs } from '@heartline/testing';
import { QueryClient } from '@tanstack/react-query';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keys } from '../src/client/query-keys.ts';
import { isDurable, type LiveEvent } from '../src/live/apply/stale.ts';
import { putAside, unchangedSlices, writeCount, writeEvent } from '../src/live/slices.ts';
import { createSync } from '../src/live/sync.ts';
import {
  EVENT_CASES,
  type EventCase,
  MORE_CASES,
  type Scene,
  sendMessage,
  VIEWS,
  type View,
} from './event-cases.ts';

/**
 * M4: after every durable event of the registry a page shows the same as a fresh snapshot. The page has the web app’s own
 * stream, cache and reducers on a socket of a real gateway, without screens. New events: see `event-cases.ts`.
 */
let world: WorldWithStubs;

beforeAll(async () => {
  world = await startWorld({ here: true, gateways: 2, workers: 1, stubs: true });
});
afterAll(() => world?.stop());

const PROMISED_MS = 5_000;

/** Order of the events in each run. */
const ORDERS = ['in order', 'reordered', 'all but the last lost', 'lost, until a hello'] as const;
type Order = (typeof ORDERS)[number];

async function sceneOf({ mara, jonas, before }: EventCase): Promise<Scene> {
  const rich = { credits: 50, premium: true };
  const [one, other] = await world.people(
    { ...rich, ...mara, name: 'Mara' },
    { ...rich, ...jonas, name: 'Jonas' },
  );
  const conversation = world.inside.core.messaging.conversationOf(one.id, other.id);
  const scene = { world, mara: one, jonas: other, conversation, made: new Map<string, string>() };
  await sendMessage(other, one, 'Hello');
  await sendMessage(one, other, 'Hello you');
  await sendMessage(other, one, 'How are you?');
  await before?.(scene);
  return scene;
}

/** The web app's cache and stream on one device of Mara's. */
class Page {
  readonly cache = new QueryClient();
  fetches = 0;
  private readonly refused = new Map<string, unknown>();
  readonly scene: Scene;
  private readonly sync;

  private constructor(scene: Scene, start: Version) {
    this.scene = scene;
    this.sync = createSync({
      start,
      apply: (event) => writeEvent(this.cache, event),
      noteCount: (counted) => writeCount(this.cache, counted),
      fetchSnapshot: (hello) => this.fetchVersioned(hello),
    });
  }

  static async open(scene: Scene): Promise<Page> {
    const page = new Page(scene, { epoch: '', n: 0 });
    page.sync.noteVersion(await page.fetchAll(), 'stale');
    await until(
      () => page.fetches,
      (fetches) => fetches > VIEWS.length,
    );
    page.fetches = 0;
    return page;
  }

  take(event: LiveEvent): void {
    if (event.name === 'sync:ticked')
      this.sync.noteVersion(event.payload.version, event.payload.stale ? 'stale' : undefined);
    else if (event.name === 'sync:counted') this.sync.count(event.payload);
    else if (isDurable(event)) this.sync.receive(event);
    else writeEvent(this.cache, event);
  }

  /** Connects anew after everything has happened. */
  greet(hello: StreamPosition): void {
    this.sync.greet(hello);
  }

  /** Fetches what events invalidated, as a screen would. */
  async refetch(): Promise<void> {
    for (const view of VIEWS) {
      const state = this.cache.getQueryState(view.key(this.scene));
      if (!state?.data || state.isInvalidated) await this.fetch(view);
    }
  }

  /** Differences between the page and fresh answers after that fetch. */
  async differences(): Promise<unknown[]> {
    await this.refetch();
    const found = await Promise.all(
      VIEWS.map(async (view) => {
        const key = view.key(this.scene);
        const held = withoutPassing(this.cache.getQueryData(key) ?? this.refused.get(key.join()));
        const fresh = withoutPassing(await view.fetch(this.scene));
        return isDeepStrictEqual(held, fresh) ? [] : [{ view: key.join('/'), held, fresh }];
      }),
    );
    return found.flat();
  }

  close(): void {
    this.sync.stop();
    this.cache.clear();
  }

  private async fetch(view: View): Promise<unknown> {
    this.fetches += 1;
    const answer = await view.fetch(this.scene);
    const key = view.key(this.scene);
    if (isRefusal(answer)) {
      // A refused screen shows the refusal and holds no data.
      this.refused.set(key.join(), answer);
      this.cache.removeQueries({ queryKey: key });
      // `null` is an answer; `undefined` would be none.
    } else this.cache.setQueryData(key, answer ?? NOTHING);
    return answer;
  }

  /** Fetches as the page does after missed events. */
  private async fetchVersioned(hello?: StreamPosition): Promise<Version> {
    putAside(this.cache);
    const wanted = new Set<unknown>([keys.user, keys.chats, keys.likes]);
    const unchanged = hello ? unchangedSlices(this.cache, hello) : new Set();
    const version = await this.fetchAll(
      VIEWS.filter((view) => wanted.has(view.key(this.scene)) && !unchanged.has(view.key(this.scene))),
    );
    return hello && hello.version.n < version.n ? hello.version : version;
  }

  private async fetchAll(views: readonly View[] = VIEWS): Promise<Version> {
    const answers = await Promise.all(views.map((view) => this.fetch(view)));
    const versions = answers.flatMap((answer) => (answer as { version?: Version } | null)?.version ?? []);
    return versions.reduce((low, one) => (one.n < low.n ? one : low));
  }
}

const NOTHING = { nothing: true };
const isRefusal = (answer: unknown) => typeof answer === 'object' && answer !== null && 'refused' in answer;

/**
 * Removes data without an event: the time of an answer, online states, and the state of a hold. Reserved and spent are the
 * same to a member.
 */
function withoutPassing(answer: unknown): unknown {
  return JSON.parse(
    JSON.stringify(answer ?? NOTHING, (key, value: unknown) => (PASSING.has(key) ? undefined : value)),
  );
}
const PASSING = new Set(['version', 'serverAt', 'online', 'held', 'state']);

function inOrder(events: LiveEvent[], order: Order): LiveEvent[] {
  if (order === 'in order') return events;
  if (order === 'lost, until a hello') return [];
  if (order === 'reordered') return events.filter(isStreamEvent).toReversed();
  return events.filter(isDurable).slice(-1);
}

const isStreamEvent = (event: LiveEvent) => isDurable(event) || event.name === 'sync:counted';

const snapshotOf = (scene: Scene) =>
  Promise.all(VIEWS.map(async (view) => withoutPassing(await view.fetch(scene))));

/** Waits until the device has received every event up to the member's version. */
async function caughtUp({ mara }: Scene, device: LiveDevice): Promise<void> {
  const ask = async () => {
    const { version } = await mara.http.call(getUser, {});
    return device.received.some(({ payload }) =>
      isDeepStrictEqual((payload as LiveEvent['payload'] & { version?: Version }).version, version),
    );
  };
  await until(ask, (isReceived) => isReceived, PROMISED_MS);
}

/** The greeting a new connection gets now. */
async function helloOf({ mara }: Scene): Promise<StreamPosition> {
  const device = await mara.device();
  const hello = await device.wait(syncTicked);
  device.close();
  return hello;
}

describe('a page [M4]', () => {
  it('has a case for every durable event', () => {
    const durable = OUTBOUND_EVENTS.filter((event) => event.durable).map(({ name }) => name);
    expect(Object.keys(EVENT_CASES).sort()).toEqual([...durable].sort());
  });

  describe.each([...Object.entries(EVENT_CASES), ...MORE_CASES])('after %s', (name, given) => {
    it('matches a fresh snapshot in order, reordered, with losses, after a hello [F18]', async () => {
      const scene = await sceneOf(given);
      const device = await scene.mara.device();
      const pages = await Promise.all(ORDERS.map(() => Page.open(scene)));
      const before = await snapshotOf(scene);
      device.received.length = 0;
      await given.deed(scene);
      await until(
        () => device.received.some((event) => event.name === name),
        (isReceived) => isReceived,
      );
      await caughtUp(scene, device);
      // An action that changes nothing would prove nothing.
      expect(await snapshotOf(scene)).not.toEqual(before);
      for (const [index, page] of pages.entries()) {
        const order = ORDERS[index] as Order;
        let taken = 0;
        const ask = async () => {
          const events = device.received.slice(taken) as LiveEvent[];
          taken += events.length;
          for (const event of inOrder(events, order)) page.take(event);
          if (order === 'lost, until a hello') page.greet(await helloOf(scene));
          return { order, differences: await page.differences() };
        };
        await until(ask, ({ differences }) => differences.length === 0, PROMISED_MS);
        page.close();
      }
      device.close();
    });
  });

  it('no invariant is violated', async () => {
    expect(await world.violations()).toEqual([]);
  });
});
