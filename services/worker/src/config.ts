import { type Environment, readConfig } from '@heartline/platform';
import { z } from 'zod';

const origin = z
  .string()
  .regex(/^https?:\/\/[^/?#\s]+$/, 'must be an origin such as https://example.com, without a path');
const port = z.coerce.number().int().min(0).max(65_535);
const concurrency = z.coerce.number().int().min(1).max(64);

/** Every setting of the worker. Descriptions say what to do, and become the reference page. */
export const workerSchema = z.object({
  PORT: port.default(3100).describe('Port of /health and /metrics, never public; 0 takes a free one.'),
  HOST: z.string().default('127.0.0.1').describe('Address to listen on; 0.0.0.0 in a container.'),
  NODE_MODE: z
    .enum(['production', 'development', 'test'])
    .default('production')
    .describe('production, development or test.'),
  PUBLIC_ORIGIN: origin.describe(
    'Origin members open, such as https://example.com. Links in mails lead there.',
  ),
  WEBHOOK_ORIGIN: origin
    .optional()
    .describe('Origin at which a payment provider reaches us; default PUBLIC_ORIGIN.'),
  MONGODB_URL: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\//, 'must start with mongodb:// or mongodb+srv://')
    .describe('Your MongoDB, such as mongodb://user:password@host/?replicaSet=rs0.')
    .meta({ secret: true }),
  MONGODB_DATABASE: z.string().min(1).default('heartline').describe('Name of the database.'),
  MONGODB_POOL: z.coerce.number().int().min(1).max(500).default(12).describe('Connections to MongoDB.'),
  MONGODB_BULK: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(100)
    .describe('Inserts that share one write to MongoDB at most; 1 writes each by itself.'),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, 'must start with redis:// or rediss://')
    .describe('Your Redis 7 or Valkey, such as redis://host:6379; noeviction and appendonly.')
    .meta({ secret: true }),
  REDIS_PREFIX: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must be 1 to 40 small letters, digits or hyphens')
    .default('heartline')
    .describe('Prefix of every key, the same as the gateways’.'),
  MEDIA_DIR: z.string().min(1).describe('Folder the pictures of members are kept in; all processes need it.'),
  MEDIA_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .describe('Signs the addresses of pictures, the same as the gateways’.')
    .meta({ secret: true }),
  VAPID_PUBLIC_KEY: z
    .string()
    .min(80)
    .describe('Public key for web push, from `npx web-push generate-vapid-keys`.'),
  VAPID_PRIVATE_KEY: z
    .string()
    .min(40)
    .describe('Private key for web push, from the same command.')
    .meta({ secret: true }),
  VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:|https:\/\/)/, 'must start with mailto: or https://')
    .describe('Whom a push service asks when something is wrong: mailto: or https:// address.'),
  PUSH_LOCAL_ORIGINS: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(z.array(origin))
    .describe('Stand-ins of push services for development, separated by commas. Never in production.'),
  PAYMENT_URL: z.url().describe('Address of the payment provider’s API; the sandbox in development.'),
  PAYMENT_KEY: z.string().min(1).describe('Key for the payment provider’s API.').meta({ secret: true }),
  PAYMENT_WEBHOOK_SECRET: z
    .string()
    .min(16)
    .describe('Secret with which the payment provider signs what it tells us.')
    .meta({ secret: true }),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
    .describe('Your mail server, such as smtps://user:password@host:465.')
    .meta({ secret: true }),
  MAIL_FROM: z.email().default('no-reply@localhost.example').describe('Address mails come from.'),
  MAIL_FROM_NAME: z.string().min(1).max(80).default('Heartline').describe('Name mails come from.'),
  SETTLE_CONCURRENCY: concurrency.default(4).describe('Settle jobs at once in this process.'),
  NOTIFY_CONCURRENCY: concurrency.default(4).describe('Notify jobs at once in this process.'),
  MAIL_CONCURRENCY: concurrency.default(2).describe('Mail jobs at once in this process.'),
  TIMERS_CONCURRENCY: concurrency.default(4).describe('Timer jobs at once in this process.'),
  DEV_TOOLS: z
    .enum(['yes', 'no'])
    .default('no')
    .transform((value) => value === 'yes')
    .describe('yes: the clock follows the one of the dev hub. Never in production.'),
  FAILPOINTS: z
    .string()
    .default('')
    .describe('Places to kill or freeze the process, for tests: name=kill,name=freeze.'),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('How much is logged: debug, info, warn, error or silent.'),
});

/** The worker’s configuration, parsed, with secrets apart. */
export type WorkerConfig = ReturnType<typeof readWorkerConfig>;

/** Reads the configuration. Throws `ConfigError` naming every problem and its fix. */
export function readWorkerConfig(environment: Environment = process.env) {
  const read = readConfig(workerSchema, environment);
  if (
    read.NODE_MODE === 'production' &&
    (read.DEV_TOOLS || read.FAILPOINTS || read.PUSH_LOCAL_ORIGINS.length > 0)
  ) {
    throw new Error(
      'DEV_TOOLS, FAILPOINTS and PUSH_LOCAL_ORIGINS have no place in production. Fix: unset them, or set NODE_MODE.',
    );
  }
  return Object.freeze({
    mode: read.NODE_MODE,
    host: read.HOST,
    port: read.PORT,
    publicOrigin: read.PUBLIC_ORIGIN,
    webhookOrigin: read.WEBHOOK_ORIGIN ?? read.PUBLIC_ORIGIN,
    mongoDatabase: read.MONGODB_DATABASE,
    mongoPool: read.MONGODB_POOL,
    mongoBulk: read.MONGODB_BULK,
    redisPrefix: read.REDIS_PREFIX,
    mediaDir: read.MEDIA_DIR,
    vapidPublicKey: read.VAPID_PUBLIC_KEY,
    vapidSubject: read.VAPID_SUBJECT,
    pushLocalOrigins: read.PUSH_LOCAL_ORIGINS,
    paymentUrl: read.PAYMENT_URL,
    mailFrom: Object.freeze({ name: read.MAIL_FROM_NAME, address: read.MAIL_FROM }),
    concurrency: Object.freeze({
      settle: read.SETTLE_CONCURRENCY,
      notify: read.NOTIFY_CONCURRENCY,
      mail: read.MAIL_CONCURRENCY,
      timers: read.TIMERS_CONCURRENCY,
    }),
    devTools: read.DEV_TOOLS,
    failpoints: read.FAILPOINTS,
    logLevel: read.LOG_LEVEL,
    secrets: Object.freeze({
      mongoUrl: read.MONGODB_URL,
      redisUrl: read.REDIS_URL,
      mediaSecret: read.MEDIA_SECRET,
      vapidPrivateKey: read.VAPID_PRIVATE_KEY,
      paymentKey: read.PAYMENT_KEY,
      paymentWebhookSecret: read.PAYMENT_WEBHOOK_SECRET,
      smtpUrl: read.SMTP_URL,
    }),
  });
}
