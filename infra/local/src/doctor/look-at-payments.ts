import {
  allPaymentAccounts,
  createPaymentAccounts,
  type Environment,
  type PaymentProvider,
  sharedSettings,
} from '@heartline/platform';
import { type Finding, ill, reason, well } from './finding.ts';

/**
 * Each payment account of a running installation: its provider, and the ways to pay that it serves. Beside them, what an
 * account that takes direct debits by our form still needs.
 */
export async function lookAtPayments(environment: Environment): Promise<Finding[]> {
  try {
    const { PAYMENT_URL, PAYMENT_KEY, PAYMENT_WEBHOOK_SECRET } = environment;
    const PAYMENT_ACCOUNTS = sharedSettings.PAYMENT_ACCOUNTS.parse(environment['PAYMENT_ACCOUNTS']);
    const accounts = await createPaymentAccounts(
      allPaymentAccounts({ PAYMENT_URL, PAYMENT_KEY, PAYMENT_WEBHOOK_SECRET, PAYMENT_ACCOUNTS }),
    );
    const found = accounts.names.map((name) => {
      const { name: provider, can } = accounts.of(name) as PaymentProvider;
      return well(`account ${name}`, `${provider}, serves ${Object.keys(can).join(', ')}`);
    });
    const debiting = accounts.names.filter((name) => accounts.of(name)?.debits);
    return [...found, ...(debiting.length > 0 ? [lookAtDebits(environment, debiting)] : [])];
  } catch (error) {
    return [ill('payment accounts', reason(error), 'correct PAYMENT_ACCOUNTS')];
  }
}

/** A code by text message signs each mandate, and its numbers are kept as keyed hashes only. */
function lookAtDebits(environment: Environment, accounts: readonly string[]): Finding {
  const missing = NEEDED_BY_DEBITS.filter((name) => !environment[name]);
  if (missing.length === 0) return well('direct debit', `by our form, at ${accounts.join(', ')}`);
  return ill(
    'direct debit',
    `not offered, although ${accounts.join(', ')} can take it: ${missing.join(', ')} missing`,
    'set them, or take sdd out of the site setting payment_methods',
  );
}

const NEEDED_BY_DEBITS = ['SMS_URL', 'SMS_KEY', 'SMS_FROM', 'PAYMENT_HASH_SECRET'] as const;
