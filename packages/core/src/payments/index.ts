import type { ParsedOf, startPayment as startContract } from '@heartline/contracts';
import type { Accounts } from '../accounts/index.ts';
import type { CoreDeps } from '../core-deps.ts';
import type { Credits } from '../credits/index.ts';
import type { IndexSpec } from '../index-spec.ts';
import { BONUSES } from './bonus.repository.ts';
import { expireBonus, scheduleBonusEnd } from './expire-bonus.ts';
import { getDiscountCode } from './get-discount-code.ts';
import { getPackages } from './get-packages.ts';
import { getPayment } from './get-payment.ts';
import { handleWebhook, type Webhook } from './handle-webhook.ts';
import { PAYMENTS, WEBHOOK_EVENTS } from './payment.repository.ts';
import type { PaymentsContext } from './payments-context.ts';
import { paymentsData } from './personal-data.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { startPayment } from './start-payment.ts';

export const indexes: readonly IndexSpec[] = [
  { collection: PAYMENTS, key: { state: 1, createdAt: 1 } },
  { collection: PAYMENTS, key: { member: 1 } },
  { collection: BONUSES, key: { endsAt: 1 } },
  { collection: WEBHOOK_EVENTS, key: { expiresAt: 1 }, options: { expireAfterSeconds: 0 } },
];

/** Buying credits: packs and prices, payments at the provider, the welcome discount. */
export function createPayments(
  deps: Pick<CoreDeps, 'mongo' | 'publisher' | 'queues' | 'clock' | 'ids' | 'payments' | 'logger' | 'config'>,
  features: {
    accounts: Pick<Accounts, 'accountOf' | 'setPremium'>;
    credits: Pick<Credits, 'balanceOf' | 'purchase'>;
  },
) {
  const context: PaymentsContext = {
    mongo: deps.mongo,
    publisher: deps.publisher,
    queues: deps.queues,
    clock: deps.clock,
    ids: deps.ids,
    payments: deps.payments,
    logger: deps.logger,
    config: deps.config,
    accounts: features.accounts,
    credits: features.credits,
  };
  return {
    getPackages: (member: string) => getPackages(context, member),
    getDiscountCode: (member: string) => getDiscountCode(context, member),
    startPayment: (member: string, input: ParsedOf<typeof startContract>) =>
      startPayment(context, member, input),
    getPayment: (member: string, id: string) => getPayment(context, member, id),
    handleWebhook: (webhook: Webhook) => handleWebhook(context, webhook),
    scheduleBonusEnd: (member: string, signedUpAt: number) => scheduleBonusEnd(context, member, signedUpAt),
    expireBonus: (member: string) => expireBonus(context, member),
    reconcilePayments: () => reconcilePayments(context),
    personalData: paymentsData(deps.mongo),
  };
}
