import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Engine } from '../engines/index.ts';
import { choosePort } from '../free-port.ts';
import type { Progress } from '../progress.ts';
import { type PaymentChoice, paymentEnvironment } from './payment-accounts.ts';
import { keepSecrets, type Secrets } from './secrets.ts';
import { type Service, startService } from './service.ts';

export type { Service } from './service.ts';

/** One gateway: members open it under its own host name, because cookies ignore ports. */
export interface Gateway extends Service {
  /** Origin for a browser: `http://a.localhost:3001`. */
  origin: string;
  /** Address for a program, which sends the host of `origin`: `http://127.0.0.1:3001`. */
  address: string;
}

export interface Stack {
  secrets: Secrets;
  /** Settings that gateways and workers have in common. */
  environment: Readonly<Record<string, string>>;
  gateways: Gateway[];
  workers: Service[];
  /** Ends every service; engines and neighbours belong to whoever started them. */
  stop(): Promise<void>;
}

/** The environment of services. */
export interface Surroundings {
  /** Folder for secrets, pictures and logs. */
  dir: string;
  /** As the services reach them; a test may put a proxy between. */
  mongo: Pick<Engine, 'url'>;
  redis: Pick<Engine, 'url'>;
  /** Names of the database and of the Redis prefix; those of a site by default. */
  names?: { database: string; prefix: string };
  /** Addresses of external services. */
  smtpUrl: string;
  /** The account for text messages; without it no site offers direct debit by its own form. */
  sms?: { url: string; key: string };
  pushOrigin: string;
  /** Origin of the payment sandbox. */
  paymentUrl: string;
  /** The providers that the services use there; the bridge unless said. */
  payments?: PaymentChoice;
  /** The built web app; without it only calls and sockets are served. */
  webDir?: string;
  mode: 'development' | 'test';
}

export interface StackOptions extends Surroundings {
  log: Progress;
  gateways: readonly (GatewayWish & { environment?: Readonly<Record<string, string>> })[];
  workers: readonly { name: string; environment?: Readonly<Record<string, string>> }[];
  nodeArguments?: readonly string[];
}

/** Options of a gateway. */
export interface GatewayWish {
  name: string;
  /** Undefined takes a free one. */
  port?: number;
  /** The public origin if a proxy is in front of the gateway; undefined is the gateway itself. */
  origin?: string;
}

/**
 * Starts gateways and workers as processes of their own over engines that run already; what `npm start`, `npm run dev`
 * and the tests share. Rejects with the last words of the one that did not become ready, and leaves nothing running.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const logs = join(options.dir, 'logs');
  await mkdir(logs, { recursive: true });
  await mkdir(join(options.dir, 'media'), { recursive: true });
  const secrets = await keepSecrets(join(options.dir, 'secrets.json'));
  const places = await Promise.all(options.gateways.map(placeOf));
  const shared = environmentOf(options, secrets, places[0]);
  const started: Service[] = [];
  const start = async (service: Promise<Service>) => {
    const ready = await service;
    started.push(ready);
    options.log(`${ready.name} is ready`);
    return ready;
  };
  const stop = async () => {
    await Promise.all(started.map((service) => service.stop()));
  };
  try {
    const [gateways, workers] = await Promise.all([
      Promise.all(
        options.gateways.map(async ({ name, environment }, index) => {
          const { port, origin, address } = places[index] as Place;
          const service = startService({
            name,
            entry: 'services/gateway/main.js',
            environment: { ...shared, PORT: String(port), PUBLIC_ORIGIN: origin, ...environment },
            logFile: join(logs, `${name}.log`),
            readyUrl: address,
            ...nodeArguments(options),
          });
          return { ...(await start(service)), origin, address };
        }),
      ),
      Promise.all(
        options.workers.map(async ({ name, environment }) => {
          const port = await choosePort(undefined, name);
          return start(
            startService({
              name,
              entry: 'services/worker/main.js',
              environment: { ...shared, PORT: String(port), ...environment },
              logFile: join(logs, `${name}.log`),
              readyUrl: `http://127.0.0.1:${port}`,
              ...nodeArguments(options),
            }),
          );
        }),
      ),
    ]);
    return { secrets, environment: shared, gateways, workers, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The place of a gateway. */
export interface Place extends Pick<Gateway, 'origin' | 'address'> {
  port: number;
}

/** The place of a gateway, at the port wanted or a free one. */
export async function placeOf({ name, port: wanted, origin }: GatewayWish): Promise<Place> {
  const port = await choosePort(wanted, `gateway ${name}`);
  return {
    port,
    origin: origin ?? `http://${name}.localhost:${port}`,
    address: `http://127.0.0.1:${port}`,
  };
}

function nodeArguments(options: StackOptions): { nodeArguments?: readonly string[] } {
  return options.nodeArguments ? { nodeArguments: options.nodeArguments } : {};
}

/** The environment shared by gateways and workers. The first gateway is the site’s origin, also in mails. */
export function environmentOf(
  options: Surroundings,
  secrets: Secrets,
  first: Pick<Place, 'origin' | 'address'> | undefined,
): Record<string, string> {
  return {
    NODE_MODE: options.mode,
    DEV_TOOLS: 'yes',
    LOG_LEVEL: 'info',
    // Everybody comes from this machine, and nobody waits for a gateway to end.
    PRE_AUTH_PER_ADDRESS: '100000',
    DRAIN_SECONDS: '0',
    PUBLIC_ORIGIN: first?.origin ?? 'http://localhost',
    WEBHOOK_ORIGIN: first?.address ?? 'http://localhost',
    MONGODB_URL: options.mongo.url,
    REDIS_URL: options.redis.url,
    ...(options.names && {
      MONGODB_DATABASE: options.names.database,
      REDIS_PREFIX: options.names.prefix,
    }),
    MEDIA_DIR: join(options.dir, 'media'),
    MEDIA_SECRET: secrets.mediaSecret,
    PAYMENT_HASH_SECRET: secrets.paymentHashSecret,
    VAPID_PUBLIC_KEY: secrets.vapidPublicKey,
    VAPID_PRIVATE_KEY: secrets.vapidPrivateKey,
    VAPID_SUBJECT: 'mailto:support@localhost',
    PUSH_LOCAL_ORIGINS: options.pushOrigin,
    ...paymentEnvironment(options.paymentUrl, secrets, options.payments ?? 'bridge'),
    SMTP_URL: options.smtpUrl,
    ...(options.sms && { SMS_URL: options.sms.url, SMS_KEY: options.sms.key, SMS_FROM: 'Heartline' }),
    ...(options.webDir ? { WEB_DIR: options.webDir } : {}),
  };
}
