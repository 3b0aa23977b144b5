import { createHmac } from 'node:crypto';
import type { SandboxAccount } from '../payment-sandbox/dialects/dialect.ts';
import type { Secrets } from '../stack/secrets.ts';

/** Accounts of an installation at the payment sandbox. Keys are made from its secrets, in the form of each provider. */
export function sandboxAccounts(
  secrets: Pick<Secrets, 'paymentKey' | 'paymentWebhookSecret'>,
): SandboxAccount[] {
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
