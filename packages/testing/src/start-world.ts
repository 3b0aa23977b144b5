import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkInvariants, type Violation } from '@heartline/core';
import {
  type Engine,
  startMongo,
  startRedis,
  startToxiproxy,
  type Toxiproxy,
  type WireProxy,
} from '@heartline/local/engines';
import { type Neighbours, startNeighbours } from '@heartline/local/neighbours';
import { keepSecrets } from '@heartline/local/secrets';
import { type Gateway, type Service, type Stack, startStack } from '@heartline/local/stack';
import { shiftDevClock } from '@heartline/platform';
import { type AddedMember, addMembers, type MemberWish } from './add-members.ts';
import { HttpClient } from './http-client.ts';
import { connectDevice, type LiveDevice } from './live-device.ts';
import { type CoreInTest, startCore } from './start-core.ts';

/** A member as a test uses one: signed in on one gateway, with as many devices as it likes. */
export interface Person extends AddedMember {
  http: HttpClient;
  device(): Promise<LiveDevice>;
}

export interface World {
  mongo: Engine;
  redis: Engine;
  /** Proxies between the services and their engines, when the test asked for them. */
  wire?: { mongo: WireProxy; redis: WireProxy; toxiproxy: Toxiproxy };
  /** Mailbox, push service and payment sandbox, when the test asked for them. */
  neighbours?: Neighbours;
  gateways: Gateway[];
  workers: Service[];
  /** The same use cases and stores, past the services: to look, and to prepare. */
  inside: CoreInTest;
  /** Members put into the stores, signed in: the first on the first gateway, the second on the second, and so on. */
  people(...wishes: MemberWish[]): Promise<Person[]>;
  /** Puts the clocks of every service this much ahead of the real one; they follow within a second. */
  shiftClock(aheadMs: number): Promise<void>;
  /** Waits until every hold is closed, at most 40 s, and answers what is wrong with the books. */
  violations(): Promise<Violation[]>;
  stop(): Promise<void>;
}

export interface WorldOptions {
  gateways?: number;
  workers?: number;
  /** Puts Toxiproxy between the services and MongoDB and Redis. */
  faults?: boolean;
  /** Environment of each gateway and of each worker, such as `FAILPOINTS`. */
  gatewayEnvironment?: Readonly<Record<string, string>>;
  workerEnvironment?: Readonly<Record<string, string>>;
  /** Starts stand-ins of the mail server, the push services and the payment provider. */
  neighbours?: boolean;
  /** A mail server or push service of the test’s own. */
  smtpUrl?: string;
  pushOrigin?: string;
  /** Folder of the built web app; without it only calls and sockets are served. */
  webDir?: string;
}

/** Addresses at which nothing listens, for the parts a test leaves out. */
const NOWHERE = {
  smtpUrl: 'smtp://127.0.0.1:9',
  pushOrigin: 'http://127.0.0.1:9',
  paymentUrl: 'http://127.0.0.1:9',
};

/**
 * Boots engines, gateways and workers as real processes, the way `npm start` does, on data of its own. Ends with the
 * test process whatever happens to it.
 */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const dir = await mkdtemp(join(tmpdir(), 'heartline-world-'));
  const [mongo, redis] = await Promise.all([startMongo({}), startRedis({})]);
  const wire = options.faults ? await wireUp(mongo, redis) : undefined;
  const inside = await startCore({ mongoUrl: mongo.url, redisUrl: redis.url });
  const neighbours = options.neighbours
    ? await startNeighbours({ dir, secrets: await keepSecrets(join(dir, 'secrets.json')) })
    : undefined;
  const stack = await startStack({
    dir,
    mongo: wire?.mongo ?? mongo,
    redis: wire?.redis ?? redis,
    mode: 'test',
    log: () => {},
    ...outsideOf(options, neighbours),
    gateways: named(['a', 'b', 'c', 'd'], options.gateways ?? 2, options.gatewayEnvironment),
    workers: named(['worker-1', 'worker-2'], options.workers ?? 1, options.workerEnvironment),
  });
  return {
    mongo,
    redis,
    ...(wire ? { wire } : {}),
    ...(neighbours ? { neighbours } : {}),
    gateways: stack.gateways,
    workers: stack.workers,
    inside,
    people: (...wishes) => addPeople(stack, inside, wishes),
    shiftClock: (aheadMs) => shiftDevClock(inside.redis, PREFIX, aheadMs),
    violations: () => violationsOf(inside),
    async stop() {
      await stack.stop();
      await inside.stop();
      await neighbours?.stop();
      await wire?.toxiproxy.stop();
      await Promise.all([mongo.stop(), redis.stop()]);
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function wireUp(mongo: Engine, redis: Engine) {
  const toxiproxy = await startToxiproxy({});
  return {
    toxiproxy,
    mongo: await toxiproxy.proxy('mongo', mongo.url),
    redis: await toxiproxy.proxy('redis', redis.url),
  };
}

/** Where the services find what stands outside: the neighbours, what a test brings, or nothing. */
function outsideOf({ smtpUrl, pushOrigin, webDir }: WorldOptions, neighbours: Neighbours | undefined) {
  return {
    smtpUrl: smtpUrl ?? neighbours?.mailbox.smtpUrl ?? NOWHERE.smtpUrl,
    pushOrigin: pushOrigin ?? neighbours?.push.origin ?? NOWHERE.pushOrigin,
    paymentUrl: neighbours?.payments.origin ?? NOWHERE.paymentUrl,
    ...(webDir ? { webDir } : {}),
  };
}

function named(
  names: readonly string[],
  count: number,
  environment: Readonly<Record<string, string>> | undefined,
) {
  return names.slice(0, count).map((name) => ({ name, ...(environment ? { environment } : {}) }));
}

async function addPeople(stack: Stack, inside: CoreInTest, wishes: readonly MemberWish[]): Promise<Person[]> {
  const added = await addMembers(inside.mongo, inside.core, wishes);
  return added.map((member, index) => {
    const gateway = stack.gateways[index % stack.gateways.length] as Gateway;
    const http = new HttpClient(gateway);
    http.cookies.set('__Host-session', member.session);
    return { ...member, http, device: () => connectDevice(http) };
  });
}

/** Of every key in Redis, as the services have it by default. */
const PREFIX = 'heartline';
const QUIET = { everyMs: 500, withinMs: 40_000 };

async function violationsOf(inside: CoreInTest): Promise<Violation[]> {
  const deadline = Date.now() + QUIET.withinMs;
  for (;;) {
    const now = Date.now() + 86_400_000;
    const found = await checkInvariants(inside.mongo, {
      now,
      quietMs: 0,
      windowMs: 30 * 86_400_000,
      whole: true,
      freeConversations: async (site) =>
        (await inside.core.site.settingsOf(site)).settings.free_conversations,
    });
    const isQuiet = !found.some(({ detail }) => detail === 'the hold was never closed');
    if (isQuiet || Date.now() > deadline) return found;
    await new Promise((resolve) => setTimeout(resolve, QUIET.everyMs));
  }
}
