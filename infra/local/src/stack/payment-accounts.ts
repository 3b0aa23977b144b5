import { createHmac } from 'node:crypto';
import type { SandboxAccount } from '../payment-sandbox/dialects/dialect.ts';
import type { Secrets } from './secrets.ts';

/** Choices of payment providers for an installation: one of them, or all. */
export const PAYMENT_CHOICES = ['bridge', 'stripe', 'mollie', 'nexi', 'all'] as const;
export type PaymentChoice = (typeof PAYMENT_CHOICES)[number];

type PaymentSecrets = Pick<Secrets, 'paymentKey' | 'paymentWebhookSecret'>;

/** Accounts at the payment sandbox. Their keys are made from the secrets, in the form of each provider. */
export function sandboxAccounts(secrets: PaymentSecrets): SandboxAccount[] {
  const { paymentKey: key, paymentWebhookSecret: webhookSecret } = secrets;
  const made = (name: string) => createHmac('sha256', key).update(name).digest('hex').slice(0, 30);
  const secret = (name: string) => createHmac('sha256', webhookSecret).update(name).digest('hex');
  return [
    { name: 'bridge', dialect: 'bridge', key, webhookSecret },
    {
      name: 'main',
      dialect: 'stripe',
      key: `sk_test_${made('main')}`,
      webhookSecret: `whsec_${secret('main')}`,
    },
    { name: 'nl', dialect: 'mollie', key: `test_${made('nl')}`, webhookSecret: secret('nl') },
    { name: 'it', dialect: 'nexi', key: made('it'), webhookSecret: secret('it') },
  ];
}

/** The settings by which services reach the chosen accounts at a sandbox. */
export function paymentEnvironment(
  sandboxOrigin: string,
  secrets: PaymentSecrets,
  choice: PaymentChoice,
): Record<string, string> {
  const chosen = sandboxAccounts(secrets).filter(({ dialect }) => choice === 'all' || dialect === choice);
  const others = chosen.filter(({ dialect }) => dialect !== 'bridge');
  const accounts = others.map(({ name, dialect: provider, key, webhookSecret }) => {
    return [name, { provider, key, webhookSecret, url: `${sandboxOrigin}/${provider}` }];
  });
  return {
    ...(chosen.length > others.length && {
      PAYMENT_URL: sandboxOrigin,
      PAYMENT_KEY: secrets.paymentKey,
      PAYMENT_WEBHOOK_SECRET: secrets.paymentWebhookSecret,
    }),
    ...(others.length > 0 && { PAYMENT_ACCOUNTS: JSON.stringify(Object.fromEntries(accounts)) }),
  };
}
