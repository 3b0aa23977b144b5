import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { checkInvariants, type Violation } from '@heartline/core';
import {
  type Engine,
  type Purpose,
  startToxiproxy,
  type Toxiproxy,
  type WireProxy,
} from '@heartline/local/engines';
import { type ExternalStubs, startExternalStubs } from '@heartline/local/external-stubs';
import type { PaymentChoice } from '@heartline/local/payment-accounts';
import { keepSecrets } from '@heartline/local/secrets';
import { type Gateway, type Service, startStack } from '@heartline/local/stack';
import { temporaryData } from '@heartline/local/temporary-data';
import { type Clock, DEV_CLOCK_FOLLOWED_MS, shiftDevClock, systemClock } from '@heartline/platform';
import { fixedWait } from '@heartline/tooling/fixed-wait';
import { type AddedMember, addMembers, type MemberWish } from './add-members.ts';
import { type GatewayAddress, HttpClient } from './http-client.ts';
import { connectDevice, type LiveDevice } from './live-device.ts';
import { NOWHERE } from './nowhere.ts';
import { runServicesHere, type ServicesHere } from './run-services-here.ts';
import { type CoreInTest, startCore } from './start-core.ts';
import { createTestClock, type TestClock } from './test-clock.ts';
import { openTestEngines, sharedStripeMock, type TestEngines } from './test-engines.ts';

/** A member for a test: signed in on one gateway, with any number of devices. */
export interface Person extends AddedMember {
  http: HttpClient;
  device(): Promise<LiveDevice>;
}

/** Returns as many people as there are wishes. */
interface AddPeople {
  (one: MemberWish): Promise<[Person]>;
  (one: MemberWish, two: MemberWish): Promise<[Person, Person]>;
  (one: MemberWish, two: MemberWish, three: MemberWish): Promise<[Person, Person, Person]>;
  (...four: [MemberWish, MemberWish, MemberWish, MemberWish]): Promise<[Person, Person, Person, Person]>;
  (one: MemberWish, two: MemberWish, ...others: MemberWish[]): Promise<[Person, Person, ...Person[]]>;
  (one: MemberWish, ...others: MemberWish[]): Promise<[Person, ...Person[]]>;
  (...wishes: MemberWish[]): Promise<Person[]>;
}

/** Parts of every world, in separate processes or in this one. */
interface CommonWorld {
  mongo: Engine;
  redis: Engine;
  /** Names of its database and of its keys in Redis. */
  names: TestEngines['names'];
  /** Proxies between the services and their databases, when the test asked for them. */
  wire?: { mongo: WireProxy; redis: WireProxy; toxiproxy: Toxiproxy };
  /** Mailbox, push service and payment sandbox, when the test asked for them. */
  stubs?: ExternalStubs;
  /** The same use cases and stores, without the services: to check and to prepare data. */
  inside: CoreInTest;
  /** Adds signed-in members to the stores: the first on the first gateway, the second on the second, and so on. */
  people: AddPeople;
  /** A browser at one of the gateways, with the session of this cookie or without cookies. */
  browser(gateway?: number, session?: string): HttpClient;
  /** Waits until every hold is closed, at most 100 s, and returns violations of invariants. */
  violations(): Promise<Violation[]>;
  stop(): Promise<void>;
}

/** Services as processes of their own, which a test may kill, freeze and start again. */
export interface World extends CommonWorld {
  gateways: [Gateway, ...Gateway[]];
  workers: Service[];
  /** Sets the clocks of every service this far ahead of the real one. Resolves once all services use it. */
  shiftClock(aheadMs: number): Promise<void>;
}

/** Services in this process, with the test’s own clock. */
export interface WorldHere extends CommonWorld, Omit<ServicesHere, 'stop'> {
  clock: TestClock;
  secrets: Awaited<ReturnType<typeof keepSecrets>>;
}

/** The same with stubs of all external services. */
export interface WorldWithStubs extends WorldHere {
  stubs: ExternalStubs;
}

export interface WorldOptions {
  gateways?: number;
  workers?: number;
  /** Puts Toxiproxy between the services and MongoDB and Redis, which are the world’s own. */
  faults?: boolean;
  /** Gives the world a MongoDB and a Redis that it may crash, pause and restart. */
  ownEngines?: boolean;
  /** Purpose of the database. The default is `app` with faults, else `test`. */
  purpose?: Purpose;
  /** Environment of each gateway and of each worker, such as `FAILPOINTS`. */
  gatewayEnvironment?: Readonly<Record<string, string>>;
  workerEnvironment?: Readonly<Record<string, string>>;
  /** Starts stubs of the mail server, the push services and the payment provider. */
  stubs?: boolean;
  /** The providers at which the payment sandbox gives it accounts. The default is a bridge, which serves every way. */
  payments?: PaymentChoice;
  /** A mail server or push service of the test’s own. */
  smtpUrl?: string;
  pushOrigin?: string;
  /**
   * Redis as a cluster of three nodes and a spare. It excludes faults on the wire: nodes name themselves to clients.
   */
  redisCluster?: boolean;
  /** Folder of the built web app. Without it only calls and sockets are served. */
  webDir?: string;
}

type Stage = Awaited<ReturnType<typeof prepare>>;

/**
 * Starts databases, gateways and workers on their own data: as processes, like `npm start`, or with `here` in this
 * process. They always end with the test process.
 */
export function startWorld(options: WorldOptions & { here: true; stubs: true }): Promise<WorldWithStubs>;
export function startWorld(options: WorldOptions & { here: true }): Promise<WorldHere>;
export function startWorld(options?: WorldOptions): Promise<World>;
export async function startWorld(options: WorldOptions & { here?: true } = {}): Promise<World | WorldHere> {
  const clock = options.here ? createTestClock() : undefined;
  const stage = await prepare(options, clock ?? systemClock);
  try {
    const world = clock ? await runHere(stage, options, clock) : await runApart(stage, options);
    const [first] = world.gateways;
    world.stubs?.payments.sendWebhooksTo(first.address);
    return world;
  } catch (error) {
    await stage.stop();
    throw error;
  }
}

async function runApart(stage: Stage, options: WorldOptions): Promise<World> {
  const stack = await startStack({
    ...stage.surroundings,
    log: () => {},
    gateways: named(GATEWAYS, options.gateways ?? 2, options.gatewayEnvironment),
    workers: named(['worker-1', 'worker-2'], options.workers ?? 1, options.workerEnvironment),
  });
  return {
    ...commonOf(stage, stack.gateways, stack, (gatewayAddress) => new HttpClient(gatewayAddress)),
    gateways: stack.gateways as World['gateways'],
    workers: stack.workers,
    async shiftClock(aheadMs) {
      await shiftDevClock(stage.inside.redis, stage.names.prefix, aheadMs);
      await fixedWait(DEV_CLOCK_FOLLOWED_MS, 'processes do not report that they follow the clock');
    },
  };
}

async function runHere(stage: Stage, options: WorldOptions, clock: TestClock): Promise<WorldHere> {
  const { gatewayEnvironment, workerEnvironment } = options;
  const services = await runServicesHere({
    ...stage.surroundings,
    secrets: stage.secrets,
    gateways: GATEWAYS.slice(0, options.gateways ?? 1),
    workers: options.workers ?? 0,
    overrides: { clock },
    ...(gatewayEnvironment ? { gatewayEnvironment } : {}),
    ...(workerEnvironment ? { workerEnvironment } : {}),
  });
  return {
    ...services,
    ...commonOf(stage, services.gateways, services, (gatewayAddress) => new Visitor(gatewayAddress)),
    clock,
    secrets: stage.secrets,
  };
}

/** Databases, and everything around the services. */
async function prepare(options: WorldOptions, clock: Clock) {
  const dir = await temporaryData('world');
  const engines = await openTestEngines({
    ownEngines: options.ownEngines || options.faults || options.purpose !== undefined,
    purpose: options.purpose ?? (options.faults ? 'app' : 'test'),
    redisCluster: options.redisCluster ?? false,
  });
  const { mongo, redis, names } = engines;
  const wire = options.faults ? await wireUp(mongo, redis) : undefined;
  const inside = await startCore({ mongoUrl: mongo.url, redisUrl: redis.url, names, clock });
  const secrets = await keepSecrets(join(dir, 'secrets.json'));
  const stubs = await stubsOf(options, { dir, secrets, now: clock.now });
  const surroundings = {
    dir,
    mongo: wire?.mongo ?? mongo,
    redis: wire?.redis ?? redis,
    names,
    mode: 'test',
    ...outsideOf(options, stubs),
  } as const;
  async function stop(): Promise<void> {
    await inside.stop();
    await stubs?.stop();
    await wire?.toxiproxy.stop();
    await engines.stop();
    await rm(dir, { recursive: true, force: true });
  }
  return { clock, mongo, redis, names, wire, inside, secrets, stubs, surroundings, stop };
}

/** Stand-ins of what is outside us, where the test asked for them. */
async function stubsOf(
  { payments, stubs }: WorldOptions,
  about: Omit<Parameters<typeof startExternalStubs>[0], 'stripeMock'>,
) {
  // It takes a second to start, and the adapter would not wait for it on a busy machine.
  if (payments === 'stripe' || payments === 'all') await sharedStripeMock();
  return stubs ? startExternalStubs({ ...about, stripeMock: sharedStripeMock }) : undefined;
}

function commonOf(
  stage: Stage,
  gateways: readonly GatewayAddress[],
  services: { stop(): Promise<void> },
  open: (gatewayAddress: GatewayAddress) => HttpClient,
): CommonWorld {
  const { mongo, redis, names, wire, stubs, inside } = stage;
  const browser = (gateway = 0, session?: string) => {
    const http = open(gateways[gateway % gateways.length] as GatewayAddress);
    if (session) http.cookies.set('__Host-session', session);
    return http;
  };
  async function addPeople(...wishes: MemberWish[]): Promise<Person[]> {
    const added = await addMembers(inside.mongo, inside.core, wishes);
    return added.map((member, index) => {
      const http = browser(index, member.session);
      return { ...member, http, device: () => connectDevice(http) };
    });
  }
  return {
    mongo,
    redis,
    names,
    ...(wire ? { wire } : {}),
    ...(stubs ? { stubs } : {}),
    inside,
    browser,
    people: addPeople as AddPeople,
    violations: () => violationsOf(stage),
    async stop() {
      await services.stop();
      await stage.stop();
    },
  };
}

/** A visitor with an own address, as a proxy in front would report it. */
class Visitor extends HttpClient {
  static #last = 0;
  readonly #ip: string;

  constructor(gatewayAddress: GatewayAddress) {
    super(gatewayAddress);
    Visitor.#last += 1;
    this.#ip = `10.${Visitor.#last >> 16}.${(Visitor.#last >> 8) & 255}.${Visitor.#last & 255}`;
  }

  override send(...[method, path, body, headers]: Parameters<HttpClient['send']>) {
    return super.send(method, path, body, { 'x-forwarded-for': this.#ip, ...headers });
  }
}

async function wireUp(mongo: Engine, redis: Engine) {
  const toxiproxy = await startToxiproxy({});
  return {
    toxiproxy,
    mongo: await toxiproxy.proxy('mongo', mongo.url),
    redis: await toxiproxy.proxy('redis', redis.url),
  };
}

/** Addresses of external services: the stubs, those of the test, or unused ones. */
function outsideOf(
  { smtpUrl, pushOrigin, webDir, payments }: WorldOptions,
  stubs: ExternalStubs | undefined,
) {
  return {
    smtpUrl: smtpUrl ?? stubs?.mailbox.smtpUrl ?? NOWHERE.smtpUrl,
    ...(stubs && { sms: stubs.mailbox.sms }),
    pushOrigin: pushOrigin ?? stubs?.push.origin ?? NOWHERE.pushOrigin,
    paymentUrl: stubs?.payments.origin ?? NOWHERE.paymentUrl,
    ...(payments ? { payments } : {}),
    ...(webDir ? { webDir } : {}),
  };
}

const GATEWAYS = ['a', 'b', 'c', 'd'];

function named(
  names: readonly string[],
  count: number,
  environment: Readonly<Record<string, string>> | undefined,
) {
  return names.slice(0, count).map((name) => ({ name, ...(environment ? { environment } : {}) }));
}

/** Crashes are repaired within 90 s (F10) by the sweep of each minute, even if the quick one failed. */
const QUIET = { everyMs: 500, withinMs: 100_000 };
const DAY_MS = 86_400_000;

async function violationsOf({ inside, clock }: Stage): Promise<Violation[]> {
  const deadline = Date.now() + QUIET.withinMs;
  for (;;) {
    const all = await checkInvariants(inside.mongo, {
      now: clock.now() + DAY_MS,
      quietMs: 0,
      windowMs: 30 * DAY_MS,
      whole: true,
      freeConversations: async (site) =>
        (await inside.core.site.settingsOf(site)).settings.free_conversations,
    });
    // A picture that was released a moment ago counts as a day old only by this clock, so it is no violation.
    const found = all.filter(({ detail }) => detail !== 'unheld for a day, but still stored');
    const isQuiet = !found.some(({ detail }) => detail === 'the hold was never closed');
    if (isQuiet || Date.now() > deadline) return found;
    await new Promise((resolve) => setTimeout(resolve, QUIET.everyMs));
  }
}
