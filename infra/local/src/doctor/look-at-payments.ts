import {
  allPaymentAccounts,
  createPaymentAccounts,
  type Environment,
  type PaymentProvider,
  sharedSettings,
} from '@heartline/platform';
import { type Finding, ill, reason, well } from './finding.ts';

/** Each payment account of a running installation: its provider, and the ways to pay that it serves. */
export async function lookAtPayments(environment: Environment): Promise<Finding[]> {
  try {
    const { PAYMENT_URL, PAYMENT_KEY, PAYMENT_WEBHOOK_SECRET } = environment;
    const PAYMENT_ACCOUNTS = sharedSettings.PAYMENT_ACCOUNTS.parse(environment['PAYMENT_ACCOUNTS']);
    const accounts = await createPaymentAccounts(
      allPaymentAccounts({ PAYMENT_URL, PAYMENT_KEY, PAYMENT_WEBHOOK_SECRET, PAYMENT_ACCOUNTS }),
    );
    return accounts.names.map((name) => {
      const { name: provider, can } = accounts.of(name) as PaymentProvider;
      return well(`account ${name}`, `${provider}, serves ${Object.keys(can).join(', ')}`);
    });
  } catch (error) {
    return [ill('payment accounts', reason(error), 'correct PAYMENT_ACCOUNTS')];
  }
}
