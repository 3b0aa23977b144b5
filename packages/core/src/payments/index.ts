import type {
  ParsedOf,
  startRefund as refundContract,
  startPayment as startContract,
} from '@heartline/contracts';
import type { CoreDeps } from '../core-deps.ts';
import { everyPart } from '../every-part.ts';
import type { IndexSpec } from '../index-spec.ts';
import { BONUSES } from './bonus.repository.ts';
import { expireBonus, scheduleBonusEnd } from './expire-bonus.ts';
import { getDiscountCode } from './get-discount-code.ts';
import { getPackages, getPrices } from './get-packages.ts';
import { cancelPayment, getPayment, listPayments } from './get-payment.ts';
import { handleWebhook } from './handle-webhook.ts';
import { operatePayments } from './operate-payments.ts';
import { paidBy } from './paid-by.ts';
import { PAYMENTS, WEBHOOK_EVENTS } from './payment.repository.ts';
import type { Buyer, PaymentsContext } from './payments-context.ts';
import { paymentsData } from './personal-data.ts';
import { reconcileDay } from './reconcile-day.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { REFUNDS } from './refund.repository.ts';
import { getRefund, reconcileRefunds, startRefund } from './refund-payment.ts';
import { settleReturns } from './return-payment.ts';
import { settleStrays } from './settle-strays.ts';
import { startPayment } from './start-payment.ts';
import { STRAYS } from './stray.repository.ts';
import { syncPremium } from './sync-premium.ts';

export type { Paid } from './paid-by.ts';
export { completeFormerPayments } from './payment.repository.ts';
export { requireRoutes } from './require-routes.ts';

export const indexes: readonly IndexSpec[] = [
  { collection: PAYMENTS, key: { state: 1, createdAt: 1 } },
  { collection: PAYMENTS, key: { dueAt: 1 } },
  { collection: PAYMENTS, key: { providerId: 1 } },
  { collection: PAYMENTS, key: { state: 1, grantedAt: 1 } },
  { collection: PAYMENTS, key: { member: 1 } },
  { collection: STRAYS, key: { state: 1 } },
  { collection: STRAYS, key: { at: 1 } },
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
    getPackages: (viewer: Viewer, country?: string) => getPackages(context, viewer, country),
    getPrices: (site: string, visitor: { asked: string | undefined; country: string | undefined }) =>
      getPrices(context, site, visitor),
    getDiscountCode: (member: string) => getDiscountCode(context, member),
    startPayment: (buyer: Buyer, input: ParsedOf<typeof startContract>) =>
      startPayment(context, buyer, input),
    getPayment: (member: string, id: string | undefined) => getPayment(context, member, id),
    listPayments: (member: string) => listPayments(context, member),
    cancelPayment: (member: string, id: string) => cancelPayment(context, member, id),
    /** The accounts of this installation. */
    accounts: deps.payments,
    ...operatePayments(context),
    handleWebhook: (account: string | undefined, raw: Parameters<typeof handleWebhook>[2]) =>
      handleWebhook(context, account, raw),
    reconcileDay: () => reconcileDay(context),
    scheduleBonusEnd: (member: string, signedUpAt: number) => scheduleBonusEnd(context, member, signedUpAt),
    expireBonus: (member: string) => expireBonus(context, member),
    async reconcilePayments() {
      let asked = 0;
      const passes = [reconcilePayments, settleStrays, settleReturns, reconcileRefunds].map(
        (pass) => async () => {
          asked += await pass(context);
        },
      );
      await everyPart(passes);
      return asked;
    },
    getRefund: (viewer: Viewer) => getRefund(context, viewer),
    startRefund: (viewer: Viewer, wish: ParsedOf<typeof refundContract>) =>
      startRefund(context, viewer, wish),
    paidBy: (members: readonly string[]) => paidBy(deps.mongo, members),
    personalData: paymentsData(deps.mongo),
  };
}
