import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningGateway, readGatewayConfig, startGateway } from '@heartline/gateway';
import { startMongo, startRedis } from '@heartline/local/engines';
import { connectMongo, createVapidKeys, type Mongo, type PaymentProvider } from '@heartline/platform';
import {
  type AddedMember,
  type Answer,
  addMembers,
  type GatewayDoor,
  HttpClient,
  type MemberWish,
} from '@heartline/testing';

/** A clock that runs, and that a test may push on. */
export interface TestClock {
  now(): number;
  advance(ms: number): void;
}

export interface GatewaysInTest {
  gateways: RunningGateway[];
  mongo: Mongo;
  clock: TestClock;
  /** A browser at one of the gateways, without cookies. */
  visitor(gateway?: number): HttpClient;
  /** Members in the stores, signed in at the first gateway. */
  members(wishes: readonly MemberWish[]): Promise<{ member: AddedMember; client: HttpClient }[]>;
  client(member: AddedMember, gateway?: number): HttpClient;
  mongoEngine: Awaited<ReturnType<typeof startMongo>>;
  redisEngine: Awaited<ReturnType<typeof startRedis>>;
  stop(): Promise<void>;
}

/** A visitor with an address of their own, as a proxy in front would report it. */
class Visitor extends HttpClient {
  static #last = 0;
  readonly #ip: string;

  constructor(door: GatewayDoor) {
    super(door);
    Visitor.#last += 1;
    this.#ip = `10.${Visitor.#last >> 16}.${(Visitor.#last >> 8) & 255}.${Visitor.#last & 255}`;
  }

  override send(...[method, path, body, headers]: Parameters<HttpClient['send']>): Promise<Answer> {
    return super.send(method, path, body, { 'x-forwarded-for': this.#ip, ...headers });
  }
}

const noPayments: PaymentProvider = {
  create: async () => {
    throw new Error('this test has no payment provider');
  },
  fetch: async () => undefined,
  cancel: async () => undefined,
  verifyWebhook: () => false,
};

/** Gateways in this process over fresh engines, with a clock of the test’s own. */
export async function startGateways(options: {
  count?: number;
  environment?: Record<string, string>;
}): Promise<GatewaysInTest> {
  const [mongoEngine, redisEngine] = await Promise.all([startMongo({}), startRedis({})]);
  const dir = await mkdtemp(join(tmpdir(), 'heartline-gateways-'));
  let ahead = 0;
  const clock = { now: () => Date.now() + ahead, advance: (ms: number) => void (ahead += ms) };
  const vapid = createVapidKeys();
  const names = ['a', 'b', 'c'].slice(0, options.count ?? 1);
  const gateways: RunningGateway[] = [];
  for (const name of names) {
    const config = readGatewayConfig({
      NODE_MODE: 'test',
      TRUSTED_PROXY_HOPS: '1',
      PORT: '0',
      PUBLIC_ORIGIN: `http://${name}.localhost`,
      MONGODB_URL: mongoEngine.url,
      REDIS_URL: redisEngine.url,
      MEDIA_DIR: dir,
      MEDIA_SECRET: 'm'.repeat(32),
      VAPID_PUBLIC_KEY: vapid.publicKey,
      VAPID_PRIVATE_KEY: vapid.privateKey,
      VAPID_SUBJECT: 'mailto:support@localhost',
      PAYMENT_URL: 'http://127.0.0.1:1',
      PAYMENT_KEY: 'key',
      PAYMENT_WEBHOOK_SECRET: 'w'.repeat(32),
      LOG_LEVEL: 'silent',
      ...options.environment,
    });
    gateways.push(await startGateway(config, { clock, payments: noPayments }));
  }
  const mongo = await connectMongo({ url: mongoEngine.url, database: 'heartline' });
  const visitor = (gateway = 0) =>
    new Visitor({
      address: gateways[gateway]?.address ?? '',
      origin: `http://${names[gateway]}.localhost`,
    });
  const client = (member: AddedMember, gateway = 0) => {
    const one = visitor(gateway);
    one.cookies.set('__Host-session', member.session);
    return one;
  };
  return {
    gateways,
    mongo,
    clock,
    visitor,
    client,
    mongoEngine,
    redisEngine,
    async members(wishes) {
      const [first] = gateways;
      if (!first) throw new Error('no gateway');
      const added = await addMembers(mongo, first.core, wishes);
      return added.map((member) => ({ member, client: client(member) }));
    },
    async stop() {
      for (const gateway of gateways) await gateway.close();
      await mongo.close();
      await Promise.all([mongoEngine.stop(), redisEngine.stop()]);
      await rm(dir, { recursive: true, force: true });
    },
  };
}
