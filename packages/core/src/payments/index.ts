import type {
  getDiscountCode as codeContract,
  getWithdrawal as getWithdrawalContract,
  ParsedOf,
  startRefund as refundContract,
  startPayment as startContract,
  withdraw as withdrawContract,
} from '@heartline/contracts';
import type { CoreDeps } from '../core-deps.ts';
import { everyPart } from '../every-part.ts';
import type { IndexSpec } from '../index-spec.ts';
import { BONUSES } from './bonus.repository.ts';
import { CODE_SLOTS, CODES } from './code.repository.ts';
import { PAYMENT_BLOCKS } from './debit/block.repository.ts';
import { directDebitCalls } from './debit/direct-debit-calls.ts';
import { MANDATES } from './debit/mandate.repository.ts';
import { operateDebits } from './debit/operate-debits.ts';
import { revokeAtProviders } from './debit/revoke-mandate.ts';
import { SMS_CODES } from './debit/sms-code.repository.ts';
import { DEBTS } from './debts/debt.repository.ts';
import { remindDebtors } from './debts/remind-debtors.ts';
import { askForDisputes } from './disputes/ask-for-disputes.ts';
import { DISPUTES } from './disputes/dispute.repository.ts';
import { reconcileDisputes } from './disputes/follow-disputes.ts';
import { expireBonus, scheduleBonusEnd } from './expire-bonus.ts';
import { receiptCalls } from './find-receipts.ts';
import { reconcileRefunds } from './follow-refund.ts';
import { freeSlots } from './free-slots.ts';
import { getDiscountCode } from './get-discount-code.ts';
import { getPackages, getPrices } from './get-packages.ts';
import { cancelPayment, getPayment, listPayments } from './get-payment.ts';
import { handleWebhook } from './handle-webhook.ts';
import { moneyFacts } from './money-facts.ts';
import { operateCodes } from './operate-codes.ts';
import { operatePayments } from './operate-payments.ts';
import { operatePrices } from './operate-prices.ts';
import { paidBy } from './paid-by.ts';
import { hasOpenDebit, PAYMENTS, WEBHOOK_EVENTS } from './payment.repository.ts';
import { withOurForm } from './payment-accounts.ts';
import type { Buyer, PaymentHooks, PaymentsContext } from './payments-context.ts';
import { paymentsData } from './personal-data.ts';
import { createReceiptLog, RECEIPTS } from './receipt.repository.ts';
import { reconcileDay } from './reconcile-day.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { REFUNDS } from './refund.repository.ts';
import { getRefund, type OperatorRefund, startRefund } from './refund-payment.ts';
import { settleReturns } from './return-payment.ts';
import { settleStrays } from './settle-strays.ts';
import { startPayment } from './start-payment.ts';
import { STRAYS } from './stray.repository.ts';
import { syncPremium } from './sync-premium.ts';
import { winBack } from './win-back.ts';
import { getWithdrawal, withdraw } from './withdraw.ts';
import { WITHDRAWAL_TRIES, WITHDRAWALS } from './withdrawal.repository.ts';

export { CODE_USES, type CodeDoc, codeId, countUses, idOfUse, usesOf } from './code.repository.ts';
export { type DisputeDoc, nameOfDispute, wishOf } from './disputes/dispute.repository.ts';
export type { MoneyFacts } from './money-facts.ts';
export type { Paid } from './paid-by.ts';
export { completeFormerPayments } from './payment.repository.ts';
export type { PaymentHooks } from './payments-context.ts';
export { createPrices } from './prices.ts';
export type { ReceiptRow } from './receipt.repository.ts';
export { receiptFacts } from './receipt-facts.ts';
export { reportCsv } from './receipt-report.ts';
export { requireRoutes } from './require-routes.ts';

export const indexes: readonly IndexSpec[] = [
  { collection: PAYMENTS, key: { state: 1, createdAt: 1 } },
  { collection: PAYMENTS, key: { dueAt: 1 } },
  { collection: PAYMENTS, key: { providerId: 1 } },
  { collection: PAYMENTS, key: { state: 1, grantedAt: 1 } },
  { collection: PAYMENTS, key: { member: 1 } },
  { collection: PAYMENTS, key: { settlement: 1, createdAt: 1 } },
  { collection: DEBTS, key: { state: 1, since: 1 } },
  { collection: STRAYS, key: { state: 1 } },
  { collection: STRAYS, key: { at: 1 } },
  { collection: RECEIPTS, key: { owner: 1, key: 1 }, options: { unique: true } },
  { collection: RECEIPTS, key: { number: 1 } },
  { collection: RECEIPTS, key: { member: 1 } },
  { collection: RECEIPTS, key: { payment: 1 } },
  { collection: RECEIPTS, key: { at: 1 } },
  { collection: REFUNDS, key: { state: 1 } },
  { collection: REFUNDS, key: { member: 1 } },
  { collection: REFUNDS, key: { watchAt: 1 } },
  { collection: DISPUTES, key: { ledger: 1 } },
  { collection: DISPUTES, key: { changedAt: 1 } },
  { collection: DISPUTES, key: { member: 1 } },
  { collection: DISPUTES, key: { payment: 1 } },
  { collection: DISPUTES, key: { state: 1, at: 1 } },
  { collection: WITHDRAWALS, key: { handledAt: 1, at: 1 } },
  { collection: WITHDRAWALS, key: { emailKey: 1 } },
  { collection: WITHDRAWALS, key: { forgetAt: 1 }, options: { expireAfterSeconds: 0 } },
  { collection: WITHDRAWAL_TRIES, key: { forgetAt: 1 }, options: { expireAfterSeconds: 0 } },
  { collection: SMS_CODES, key: { forgetAt: 1 }, options: { expireAfterSeconds: 0 } },
  { collection: PAYMENT_BLOCKS, key: { isOpen: 1, at: 1 } },
  { collection: PAYMENT_BLOCKS, key: { member: 1 } },
  { collection: MANDATES, key: { member: 1 } },
  { collection: MANDATES, key: { revokeAt: 1 } },
  { collection: MANDATES, key: { forgetAt: 1 }, options: { expireAfterSeconds: 0 } },
  { collection: BONUSES, key: { endedAt: 1, endsAt: 1 } },
  { collection: CODES, key: { site: 1, kind: 1 } },
  { collection: CODES, key: { member: 1 } },
  { collection: CODES, key: { kind: 1, endedAt: 1, until: 1 } },
  { collection: CODE_SLOTS, key: { usedAt: 1, heldAt: 1 } },
  { collection: WEBHOOK_EVENTS, key: { expiresAt: 1 }, options: { expireAfterSeconds: 0 } },
];

export type Payments = ReturnType<typeof createPayments>;

interface Viewer {
  member: string;
  site: string;
}

/** Buying credits: packs and prices, payments at the provider, the welcome discount. */
export function createPayments(deps: Deps, features: Features) {
  const context = contextOf(deps, features);
  return {
    getPackages: (viewer: Viewer, country?: string) => getPackages(context, viewer, country),
    getPrices: (site: string, visitor: { asked: string | undefined; country: string | undefined }) =>
      getPrices(context, site, visitor),
    getDiscountCode: (viewer: Viewer, query: ParsedOf<typeof codeContract>) =>
      getDiscountCode(context, viewer, query),
    winBack: (viewer: Viewer) => winBack(context, viewer),
    startPayment: (buyer: Buyer, input: ParsedOf<typeof startContract>) =>
      startPayment(context, buyer, input),
    getPayment: (member: string, id: string | undefined) => getPayment(context, member, id),
    listPayments: (member: string) => listPayments(context, member),
    cancelPayment: (member: string, id: string) => cancelPayment(context, member, id),
    /** The accounts of this installation. */
    accounts: context.payments,
    ...operatePayments(context),
    debits: operateDebits(context),
    prices: operatePrices(context),
    ...operateCodes(context),
    handleWebhook: (account: string | undefined, raw: Parameters<typeof handleWebhook>[2]) =>
      handleWebhook(context, account, raw),
    reconcileDay: () => reconcileDay(context),
    remindDebtors: () => remindDebtors(context),
    /** Asks the accounts for disputes, also of payments long ago. Returns the number of payments followed. */
    followDisputes: () => askForDisputes(context),
    scheduleBonusEnd: (member: string, signedUpAt: number) => scheduleBonusEnd(context, member, signedUpAt),
    expireBonus: (member: string) => expireBonus(context, member),
    async reconcilePayments() {
      let asked = 0;
      const passes = [
        reconcilePayments,
        reconcileDisputes,
        settleStrays,
        settleReturns,
        reconcileRefunds,
        freeSlots,
        revokeAtProviders,
      ].map((pass) => async () => {
        asked += await pass(context);
      });
      await everyPart(passes);
      return asked;
    },
    getRefund: (viewer: Viewer, by?: OperatorRefund) => getRefund(context, viewer, by),
    startRefund: (viewer: Viewer, wish: ParsedOf<typeof refundContract>, by?: OperatorRefund) =>
      startRefund(context, viewer, wish, by),
    ...directDebitCalls(context),
    ...receiptCalls(context),
    getWithdrawal: (site: string, named: ParsedOf<typeof getWithdrawalContract>) =>
      getWithdrawal(context, site, named),
    withdraw: (from: Parameters<typeof withdraw>[1], statement: ParsedOf<typeof withdrawContract>) =>
      withdraw(context, from, statement),
    /** The facts of a member’s order and its money, for a mail; undefined if it is not theirs. */
    moneyFacts: (member: string, payment: string) => moneyFacts(context, member, payment),
    paidBy: (members: readonly string[]) => paidBy(deps.mongo, members),
    /** True while a member owes credits, or a debit of theirs may still come back. */
    async hasOpenMoney(member: string): Promise<boolean> {
      const { debt } = await context.credits.balanceOf(member);
      return debt > 0 || hasOpenDebit(deps.mongo, member);
    },
    personalData: paymentsData(deps.mongo, features.accounts),
  };
}

type Deps = Pick<
  CoreDeps,
  'mongo' | 'publisher' | 'queues' | 'clock' | 'ids' | 'payments' | 'sms' | 'limits' | 'logger' | 'config'
>;
type Features = Pick<PaymentsContext, 'site' | 'prices' | 'accounts' | 'credits'> & PaymentHooks;

function contextOf(deps: Deps, features: Features): PaymentsContext {
  const context: PaymentsContext = {
    mongo: deps.mongo,
    publisher: deps.publisher,
    queues: deps.queues,
    clock: deps.clock,
    ids: deps.ids,
    payments: withOurForm(deps),
    sms: deps.sms,
    limits: deps.limits,
    logger: deps.logger,
    config: deps.config,
    ...features,
    receipts: createReceiptLog(deps.mongo),
    syncPremium: (member) => syncPremium(context, member),
  };
  return context;
}
