import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningGateway, readGatewayConfig, startGateway } from '@heartline/gateway';
import { type Engine, startMongo, startRedis } from '@heartline/local/engines';
import { type Neighbours, startNeighbours } from '@heartline/local/neighbours';
import { connectMongo, createVapidKeys, type Mongo } from '@heartline/platform';
import { type AddedMember, addMembers, HttpClient, type MemberWish } from '@heartline/testing';
import { type RunningWorker, readWorkerConfig, startWorker, type WorkerConfig } from '@heartline/worker';

/** A member as these tests use one. */
export interface Guest extends AddedMember {
  http: HttpClient;
}

/** A gateway and, when asked for, a worker in this process, beside stand-ins of everything outside. */
export interface HouseInTest {
  gateway: RunningGateway;
  worker: RunningWorker | undefined;
  neighbours: Neighbours;
  engines: { mongo: Engine; redis: Engine };
  mongo: Mongo;
  workerConfig: WorkerConfig;
  vapidPublicKey: string;
  webhookSecret: string;
  /** Puts the clock of every part forward. */
  advance(ms: number): void;
  now(): number;
  visitor(): HttpClient;
  guests(...wishes: MemberWish[]): Promise<Guest[]>;
  stop(): Promise<void>;
}

/** Starts it on fresh engines. */
export async function startHouse(options: { worker: boolean }): Promise<HouseInTest> {
  const dir = await mkdtemp(join(tmpdir(), 'heartline-house-'));
  const [mongoEngine, redisEngine] = await Promise.all([startMongo({}), startRedis({})]);
  let ahead = 0;
  const clock = { now: () => Date.now() + ahead };
  const secrets = { paymentKey: 'key of the tests', paymentWebhookSecret: 'w'.repeat(32) };
  const neighbours = await startNeighbours({ dir, secrets, now: clock.now });
  const vapid = createVapidKeys();
  const port = await freePort();
  const environment = {
    NODE_MODE: 'test',
    PUBLIC_ORIGIN: 'http://a.localhost',
    WEBHOOK_ORIGIN: `http://127.0.0.1:${port}`,
    MONGODB_URL: mongoEngine.url,
    REDIS_URL: redisEngine.url,
    MEDIA_DIR: dir,
    MEDIA_SECRET: 'm'.repeat(32),
    VAPID_PUBLIC_KEY: vapid.publicKey,
    VAPID_PRIVATE_KEY: vapid.privateKey,
    VAPID_SUBJECT: 'mailto:support@localhost',
    PUSH_LOCAL_ORIGINS: neighbours.push.origin,
    PAYMENT_URL: neighbours.payments.origin,
    PAYMENT_KEY: secrets.paymentKey,
    PAYMENT_WEBHOOK_SECRET: secrets.paymentWebhookSecret,
    SMTP_URL: neighbours.mailbox.smtpUrl,
    LOG_LEVEL: 'silent',
  };
  const gateway = await startGateway(readGatewayConfig({ ...environment, PORT: String(port) }), { clock });
  const workerConfig = readWorkerConfig({ ...environment, PORT: '0' });
  const worker = options.worker ? await startWorker(workerConfig, { clock }) : undefined;
  const mongo = await connectMongo({ url: mongoEngine.url, database: 'heartline' });
  const visitor = () => new HttpClient({ address: gateway.address, origin: 'http://a.localhost' });
  return {
    gateway,
    worker,
    neighbours,
    engines: { mongo: mongoEngine, redis: redisEngine },
    mongo,
    workerConfig,
    vapidPublicKey: vapid.publicKey,
    webhookSecret: secrets.paymentWebhookSecret,
    advance: (ms) => void (ahead += ms),
    now: clock.now,
    visitor,
    async guests(...wishes) {
      const added = await addMembers(mongo, gateway.core, wishes);
      return added.map((member) => {
        const http = visitor();
        http.cookies.set('__Host-session', member.session);
        return { ...member, http };
      });
    },
    async stop() {
      await worker?.close();
      await gateway.close();
      await neighbours.stop();
      await mongo.close();
      await Promise.all([mongoEngine.stop(), redisEngine.stop()]);
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
