import { z } from 'zod';
import { ConfigError } from '../env.ts';
import { allPaymentAccounts, paymentAccounts, problemsOfAccounts } from '../payments/account-settings.ts';
import { clusterNodes, REDIS_ADDRESS } from '../redis/address.ts';
import type { SmsAccount } from '../sms/sms-sender.ts';
import { areOnePair } from '../web-push/vapid-keys.ts';
import { productionNotices, productionProblems } from './production-rules.ts';

/**
 * An origin without a path, such as `https://example.com`. Compared letter by letter with the origin a browser sends.
 */
export const origin = z
  .string()
  .regex(/^https?:\/\/[^/?#\s]+$/, {
    error: 'must be an origin such as https://example.com, without a path',
    abort: true,
  })
  .refine(
    (text) => URL.parse(text)?.origin === text,
    'must be written as browsers write it: in small letters, without a name, a usual port or letters beyond ASCII',
  );
/** Several origins, separated by commas. */
export const origins = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .pipe(z.array(origin));
/** A whole number from a variable. Every fault gets the same message, which says what the number must be. */
export function wholeNumber(least: number, most: number) {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.coerce.number({ error }).int({ error }).min(least, { error }).max(most, { error });
}
/** A port to listen on; 0 takes a free one. */
export const port = wholeNumber(0, 65_535);
const REDIS_FORMAT =
  'must be redis://host:port, or redis+cluster://host:port,host:port for a cluster; rediss for TLS';
/** One half of a push key, with this number of bytes. */
const keyOf = (bytes: number) =>
  z
    .string()
    .refine((text) => Buffer.from(text, 'base64url').length === bytes, `must be ${bytes} bytes in base64url`);
const yesNo = z.enum(['yes', 'no']).transform((value) => value === 'yes');

/**
 * Settings that every process of an installation must have, with equal values. Each service spreads them into its own
 * schema. The descriptions say what to do, and become the reference page.
 */
export const sharedSettings = {
  NODE_MODE: z
    .enum(['production', 'development', 'test'])
    .default('production')
    .describe(
      'production, development or test. Answers are checked against their contracts outside production.',
    ),
  PUBLIC_ORIGIN: origin.describe(
    'Origin members open, such as https://example.com. Links in mails lead there.',
  ),
  WEBHOOK_ORIGIN: origin
    .optional()
    .describe('Origin at which a payment provider reaches us; default PUBLIC_ORIGIN.'),
  MONGODB_URL: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\/[^\s/]/, 'must start with mongodb:// or mongodb+srv:// and a host')
    .describe('Your MongoDB, such as mongodb://user:password@host/?replicaSet=rs0.')
    .meta({ secret: true }),
  MONGODB_DATABASE: z
    .string()
    .regex(/^[\w-]{1,63}$/, 'must be 1 to 63 letters, digits, hyphens or underscores')
    .default('heartline')
    .describe('Name of the database.'),
  MONGODB_POOL: wholeNumber(1, 500).default(12).describe('Connections to MongoDB per process.'),
  MONGODB_BULK: wholeNumber(1, 1_000)
    .default(100)
    .describe('Most inserts in one write to MongoDB; 1 writes each by itself.'),
  REDIS_URL: z
    .string()
    .regex(REDIS_ADDRESS, { error: REDIS_FORMAT, abort: true })
    .refine((url) => (clusterNodes(url) ?? [url]).every((node) => URL.canParse(node)), REDIS_FORMAT)
    .describe(
      'Your Redis 7 or Valkey, such as redis://host:6379; a cluster by some of its nodes, such as redis+cluster://one:6379,two:6379. noeviction and appendonly.',
    )
    .meta({ secret: true }),
  REDIS_PREFIX: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must be 1 to 40 small letters, digits or hyphens')
    .default('heartline')
    .describe('Prefix of every key, the same in every process, so that installations can share a Redis.'),
  MEDIA_DIR: z.string().min(1).describe('Folder of the members’ pictures, shared by all processes.'),
  MEDIA_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .describe(
      'Signs the addresses of pictures, and unsubscribe links in mails: 32 random characters or more, the same in every process. A new value breaks links in mails already sent.',
    )
    .meta({ secret: true }),
  VAPID_PUBLIC_KEY: keyOf(65).describe('Public key for web push, from `npx web-push generate-vapid-keys`.'),
  VAPID_PRIVATE_KEY: keyOf(32)
    .describe('Private key for web push, from the same command.')
    .meta({ secret: true }),
  VAPID_SUBJECT: z
    .string()
    .regex(
      /^(mailto:[^\s@]+@\S+|https:\/\/\S+)$/,
      'must be mailto: with an address, or an address that starts with https://',
    )
    .describe('Contact for operators of push services: a mailto: or https:// address.'),
  PUSH_LOCAL_ORIGINS: origins.describe(
    'Origins of push service stubs, for development and tests, separated by commas.',
  ),
  PAYMENT_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address that starts with https://' })
    .optional()
    .describe('Address of a payment bridge, which becomes the account `bridge`; the sandbox in development.'),
  PAYMENT_KEY: z.string().min(1).optional().describe('Key for the payment bridge.').meta({ secret: true }),
  PAYMENT_WEBHOOK_SECRET: z
    .string()
    .min(16)
    .optional()
    .describe('Secret with which the payment bridge signs its webhooks.')
    .meta({ secret: true }),
  PAYMENT_ACCOUNTS: paymentAccounts
    .describe(
      'Accounts at payment providers, as JSON: `{"main":{"provider":"stripe","key":"sk_live_…","webhookSecret":"whsec_…"},"nl":{"provider":"mollie","key":"live_…"}}`. Providers: bridge, stripe, mollie, nexi. Without this and PAYMENT_URL the start is refused.',
    )
    .meta({ secret: true }),
  SMS_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address that starts with https://' })
    .optional()
    .describe(
      'Address that text messages are posted to (sms-protocol.md). Without it, SMS_KEY and SMS_FROM no site offers direct debit by its own form.',
    ),
  SMS_KEY: z
    .string()
    .regex(/^[!-~]{1,500}$/, 'must be 1 to 500 characters without spaces')
    .optional()
    .describe('Key for it, sent as a bearer token.')
    .meta({ secret: true }),
  SMS_FROM: z
    .string()
    .regex(
      /^(\+\d{6,15}|[A-Za-z0-9 ]{1,11})$/,
      'must be a number such as +31612345678, or up to eleven letters, digits and spaces',
    )
    .optional()
    .describe('Sender that phones show: a number, or a discreet name of up to eleven letters.'),
  PAYMENT_HASH_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe(
      'Key under which numbers of bank accounts and phones are hashed: 32 random characters or more, the same in every process. Without it there is no direct debit by form. Never change it: blocked accounts would be free again, and standing mandates could not be used.',
    )
    .meta({ secret: true }),
  DEV_TOOLS: yesNo
    .default(false)
    .describe(
      'yes: the clock follows the dev hub, and visitors may choose their country. Never in production.',
    ),
  FAILPOINTS: z
    .string()
    .default('')
    .describe('For tests: where to kill or freeze the process, name=kill,name=freeze.'),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Log level: debug, info, warn, error or silent.'),
};

/** The shared settings as read; a service may have further ones. */
type SharedSettings = Readonly<z.output<z.ZodObject<typeof sharedSettings>>>;

/** Configuration that every process has, with secrets apart. */
export type SharedConfig = ReturnType<typeof sharedConfig>;

/** Problems between settings that are valid by themselves. */
function problemsOf(read: SharedSettings): string[] {
  const problems = read.NODE_MODE === 'production' ? productionProblems(read) : [];
  const devTools = read.DEV_TOOLS || read.FAILPOINTS !== '' || read.PUSH_LOCAL_ORIGINS.length > 0;
  if (read.NODE_MODE === 'production' && devTools) {
    problems.push(
      'DEV_TOOLS, FAILPOINTS and PUSH_LOCAL_ORIGINS have no place in production. Fix: unset them, or set NODE_MODE.',
    );
  }
  problems.push(...problemsOfAccounts(read), ...problemsOfSms(read));
  if (!areOnePair(read.VAPID_PUBLIC_KEY, read.VAPID_PRIVATE_KEY)) {
    problems.push(
      'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY do not belong together. Fix: set both from one `npx web-push generate-vapid-keys`.',
    );
  }
  return problems;
}

/** Text messages need all three settings, or none. */
function problemsOfSms(read: SharedSettings): string[] {
  const names = ['SMS_URL', 'SMS_KEY', 'SMS_FROM'] as const;
  const missing = names.filter((name) => read[name] === undefined);
  if (missing.length === 0 || missing.length === names.length) return [];
  return [`${missing.join(' and ')} is missing. Fix: set SMS_URL, SMS_KEY and SMS_FROM, or none of them.`];
}

/** The account for text messages; undefined without one. */
function smsAccountOf({
  SMS_URL: url,
  SMS_KEY: key,
  SMS_FROM: from,
}: SharedSettings): SmsAccount | undefined {
  return url && key && from ? { url, key, from } : undefined;
}

/**
 * Makes the configuration from the shared settings. Throws `ConfigError` when they contradict each other, or when
 * production has a demo value.
 */
export function sharedConfig(read: SharedSettings, notices: readonly string[] = []) {
  const problems = problemsOf(read);
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze({
    /** Messages that a service logs once at its start. */
    notices: Object.freeze([...notices, ...(read.NODE_MODE === 'production' ? productionNotices(read) : [])]),
    mode: read.NODE_MODE,
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
    devTools: read.DEV_TOOLS,
    failpoints: read.FAILPOINTS,
    logLevel: read.LOG_LEVEL,
    secrets: Object.freeze({
      mongoUrl: read.MONGODB_URL,
      redisUrl: read.REDIS_URL,
      mediaSecret: read.MEDIA_SECRET,
      vapidPrivateKey: read.VAPID_PRIVATE_KEY,
      paymentAccounts: allPaymentAccounts(read),
      sms: smsAccountOf(read),
      paymentHash: read.PAYMENT_HASH_SECRET,
    }),
  });
}
