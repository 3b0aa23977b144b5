import type {
  ParsedOf,
  startRefund as refundContract,
  startPayment as startContract,
} from '@heartline/contracts';
import type { CoreDeps } from '../core-deps.ts';
import { everyPart } from '../every-part.ts';
import type { IndexSpec } from '../index-spec.ts';
import { acceptPayment } from './accept-payment.ts';
import { BONUSES } from './bonus.repository.ts';
import { expireBonus, scheduleBonusEnd } from './expire-bonus.ts';
import { getDiscountCode } from './get-discount-code.ts';
import { getPackages } from './get-packages.ts';
import { getPayment } from './get-payment.ts';
import { handleWebhook, type Webhook } from './handle-webhook.ts';
import { findHeld, PAYMENTS, WEBHOOK_EVENTS } from './payment.repository.ts';
import type { PaymentsContext } from './payments-context.ts';
import { paymentsData } from './personal-data.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { REFUNDS } from './refund.repository.ts';
import { getRefund, reconcileRefunds, startRefund } from './refund-payment.ts';
import { startPayment } from './start-payment.ts';
import { syncPremium } from './sync-premium.ts';

export const indexes: readonly IndexSpec[] = [
  { collection: PAYMENTS, key: { state: 1, createdAt: 1 } },
  { collection: PAYMENTS, key: { state: 1, reportedAt: 1 } },
  { collection: PAYMENTS, key: { state: 1, grantedAt: 1 } },
  { collection: PAYMENTS, key: { member: 1 } },
  { collection: REFUNDS, key: { state: 1 } },
  { collection: REFUNDS, key: { member: 1 } },
  { collection: BONUSES, key: { endedAt: 1, endsAt: 1 } },
  { collection: WEBHOOK_EVENTS, key: { expiresAt: 1 }, options: { expireAfterSeconds: 0 } },
];

interface Viewer {
  member: string;
  site: string;
}

/** Buying credits: packs and prices, payments at the provider, the welcome discount. */
export function createPayments(
  deps: Pick<CoreDeps, 'mongo' | 'publisher' | 'queues' | 'clock' | 'ids' | 'payments' | 'logger' | 'config'>,
  features: {
    site: PaymentsContext['site'];
    accounts: PaymentsContext['accounts'];
    credits: PaymentsContext['credits'];
    profiles: PaymentsContext['profiles'];
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
    site: features.site,
    profiles: features.profiles,
    syncPremium: (member) => syncPremium(context, member),
  };
  return {
    getPackages: (member: string) => getPackages(context, member),
    getDiscountCode: (member: string) => getDiscountCode(context, member),
    startPayment: (member: string, input: ParsedOf<typeof startContract>) =>
      startPayment(context, member, input),
    getPayment: (member: string, id: string) => getPayment(context, member, id),
    /** Payments that wait for an operator, oldest first. */
    heldPayments: (limit: number) => findHeld(deps.mongo, limit),
    acceptPayment: (id: string, paidCents: number) => acceptPayment(context, id, paidCents),
    handleWebhook: (webhook: Webhook) => handleWebhook(context, webhook),
    scheduleBonusEnd: (member: string, signedUpAt: number) => scheduleBonusEnd(context, member, signedUpAt),
    expireBonus: (member: string) => expireBonus(context, member),
    async reconcilePayments() {
      let asked = 0;
      const passes = [reconcilePayments, reconcileRefunds].map((pass) => async () => {
        asked += await pass(context);
      });
      await everyPart(passes);
      return asked;
    },
    getRefund: (viewer: Viewer) => getRefund(context, viewer),
    startRefund: (viewer: Viewer, wish: ParsedOf<typeof refundContract>) =>
      startRefund(context, viewer, wish),
    personalData: paymentsData(deps.mongo),
  };
}
