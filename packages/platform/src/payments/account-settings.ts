import { z } from 'zod';
import type { ProviderName } from '../ports.ts';
import { isLocalHost } from '../wiring/production-rules.ts';

/** One account at a payment provider, as configured. Everything in it counts as secret. */
export interface PaymentAccountSettings {
  /** Its name: site settings, payments and webhook addresses refer to it. */
  account: string;
  provider: ProviderName;
  key: string;
  webhookSecret?: string | undefined;
  /** The secret before, while the provider still signs with it. */
  previousWebhookSecret?: string | undefined;
  /** Address of the bridge; for other providers, of a local stand-in. */
  url?: string | undefined;
}

const NAME = /^[a-z0-9-]{1,40}$/;
/** A secret that can stand in a header: a line break would end up in error messages. */
const token = (least: number) =>
  z.string().regex(new RegExp(`^[!-~]{${least},500}$`), `must be ${least} to 500 characters without spaces`);

const accountShape = z.strictObject(
  {
    provider: z.enum(['bridge', 'stripe', 'mollie', 'nexi'], 'must be bridge, stripe, mollie or nexi'),
    key: token(1),
    webhookSecret: token(16).optional(),
    previousWebhookSecret: token(16).optional(),
    url: z.url({ protocol: /^https?$/, error: 'must be an address that starts with https://' }).optional(),
  },
  {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? 'may have provider, key, webhookSecret, previousWebhookSecret and url only'
        : undefined,
  },
);

/**
 * The setting `PAYMENT_ACCOUNTS`: JSON, with one entry for each account under its name. All faults are reported at
 * once. A message names the account and the field, and contains no value.
 */
export const paymentAccounts = z
  .string()
  .default('')
  .transform((text, context): PaymentAccountSettings[] => {
    const fault = (message: string) => context.addIssue({ code: 'custom', message });
    if (text === '') return [];
    const entries = entriesOf(text);
    if (!entries) fault('must be a JSON object such as {"main":{"provider":"mollie","key":"live_…"}}');
    return (entries ?? []).flatMap(([account, given]) => {
      const parsed = accountShape.safeParse(given);
      const settings = parsed.success ? { account, ...parsed.data } : undefined;
      const faults = [
        ...(NAME.test(account) ? [] : ['its name must be 1 to 40 small letters, digits or hyphens']),
        ...(parsed.error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}`.trim()),
        ...(settings ? faultsOf(settings) : []),
      ];
      for (const one of faults) fault(`account "${account.slice(0, 40)}": ${one}`);
      return settings ? [settings] : [];
    });
  });

function entriesOf(text: string): [string, unknown][] | undefined {
  try {
    const given: unknown = JSON.parse(text);
    if (typeof given === 'object' && given !== null && !Array.isArray(given)) return Object.entries(given);
  } catch {
    // The parser's message quotes the text, which contains keys.
  }
  return undefined;
}

/** Faults of settings that a provider needs beyond its key. */
function faultsOf({ provider, webhookSecret, url }: PaymentAccountSettings): string[] {
  const needsSecret = provider === 'bridge' || provider === 'stripe';
  const isElsewhere = url !== undefined && !isLocalHost(URL.parse(url)?.hostname ?? '');
  return [
    ...(needsSecret && !webhookSecret
      ? [`webhookSecret is missing: ${provider} signs its webhooks with it`]
      : []),
    ...(provider === 'bridge' && !url ? ['url is missing: a bridge has no address of its own'] : []),
    ...(provider !== 'bridge' && isElsewhere
      ? [`url must be a stand-in at localhost or 127.0.0.1; leave it out for ${provider} itself`]
      : []),
  ];
}

/** The three settings of the one account that has variables of its own. */
interface BridgeVariables {
  PAYMENT_URL?: string | undefined;
  PAYMENT_KEY?: string | undefined;
  PAYMENT_WEBHOOK_SECRET?: string | undefined;
}

const BRIDGE = 'bridge';

/** Every account of an installation: first the one of `PAYMENT_URL`, which is called `bridge`, then the others. */
export function allPaymentAccounts(
  read: BridgeVariables & { PAYMENT_ACCOUNTS: readonly PaymentAccountSettings[] },
): PaymentAccountSettings[] {
  const { PAYMENT_URL: url, PAYMENT_KEY: key, PAYMENT_WEBHOOK_SECRET: webhookSecret } = read;
  const own = url && key ? [{ account: BRIDGE, provider: BRIDGE, url, key, webhookSecret } as const] : [];
  return [...own, ...read.PAYMENT_ACCOUNTS];
}

/** Faults between the settings of payments: half an account, two of one name, or none at all. */
export function problemsOfAccounts(read: Parameters<typeof allPaymentAccounts>[0]): string[] {
  const { PAYMENT_URL, PAYMENT_KEY, PAYMENT_WEBHOOK_SECRET, PAYMENT_ACCOUNTS } = read;
  const variables = Object.entries({ PAYMENT_URL, PAYMENT_KEY, PAYMENT_WEBHOOK_SECRET });
  const missing = variables.filter(([, value]) => !value).map(([name]) => name);
  if (missing.length === 3 && PAYMENT_ACCOUNTS.length === 0) {
    return [
      'There is no payment account, so nobody can pay. Fix: set PAYMENT_ACCOUNTS, such as {"main":{"provider":"mollie","key":"live_…"}}, or PAYMENT_URL, PAYMENT_KEY and PAYMENT_WEBHOOK_SECRET for a bridge. The payment page of the reference says what each provider needs.',
    ];
  }
  const isHalf = missing.length === 1 || missing.length === 2;
  const isTwice = missing.length === 0 && PAYMENT_ACCOUNTS.some(({ account }) => account === BRIDGE);
  return [
    ...(isHalf
      ? [
          `${missing.join(' and ')} missing: the three PAYMENT_ settings of a bridge belong together. Fix: set all or none.`,
        ]
      : []),
    ...(isTwice
      ? [
          'PAYMENT_URL and PAYMENT_ACCOUNTS both set up the account "bridge". Fix: rename or remove one of them.',
        ]
      : []),
  ];
}
