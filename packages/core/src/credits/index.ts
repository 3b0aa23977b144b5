import { type Balance, creditsChanged, ownChanged, type StatementFilter } from '@heartline/contracts';
import { isPremiumBy, type RefundPeriod, type SpendingWish } from '@heartline/domain';
import type { CoreDeps } from '../core-deps.ts';
import type { IndexSpec } from '../index-spec.ts';
import type { Profiles } from '../profiles/index.ts';
import { grant, purchase } from './add-credits.ts';
import { adjust } from './adjust-credits.ts';
import { balanceAfter } from './balance-after.ts';
import { type Chargeback, chargeBack, findChargeBack, undoChargeBack } from './charge-back.ts';
import { freePlace, type MissedConversation } from './free-place.ts';
import { getStatement, type StatementDeps } from './get-statement.ts';
import { type Hold, type HoldDeps, holdCredits, holdKey } from './hold-credits.ts';
import { accountAfter, createLedger, LEDGER, type Ledger, type LedgerRow } from './ledger.repository.ts';
import { getSpending, limitSpending } from './limit-spending.ts';
import { purchasesAt, readTrades, refundKey, undoneKey } from './lots.ts';
import { creditsData } from './personal-data.ts';
import { refundOffers, takeRefund, undoTakenRefund } from './refund-purchase.ts';
import { returnDebit, returnedAmong } from './return-debit.ts';
import { statementFile } from './statement-file.ts';
import { voidHold } from './void-hold.ts';

export { balanceAfter } from './balance-after.ts';
export { LEDGER, type LedgerRow } from './ledger.repository.ts';
export { isPremiumAt, purchasesAt, readTrades } from './lots.ts';
export {
  areDebited,
  findSettlements,
  settleDebits,
  settlementId,
} from './settlement.repository.ts';

export const indexes: readonly IndexSpec[] = [
  { collection: LEDGER, key: { owner: 1, key: 1 }, options: { unique: true } },
  // The sweep reads holds by time.
  { collection: LEDGER, key: { at: 1 } },
];

export type Credits = ReturnType<typeof createCredits>;

/** Members' credits: a ledger of rows that add up, holds, and their settlements. */
export function createCredits(
  deps: Pick<CoreDeps, 'mongo' | 'publisher' | 'clock' | 'ids'>,
  features: { profiles: Pick<Profiles, 'statusOf'> } & Pick<StatementDeps, 'sweptUntil' | 'receiptLinks'> &
    Pick<HoldDeps, 'begunByOthers'>,
) {
  const ledger = createLedger(deps.mongo);
  const addDeps = () => ({ ledger, publisher: deps.publisher, now: deps.clock.now() });
  const refundDeps = () => ({ mongo: deps.mongo, clock: deps.clock, ...addDeps() });
  const personOf = (member: string) => features.profiles.statusOf(member);
  const { begunByOthers, ...shown } = features;
  const statementDeps = { mongo: deps.mongo, ledger, publisher: deps.publisher, personOf, ...shown };
  const statement = (
    member: string,
    page?: { before?: number | undefined; filter?: StatementFilter | undefined },
  ) => getStatement(statementDeps, member, page);
  const spendingDeps = () => ({ mongo: deps.mongo, ledger, ids: deps.ids, now: deps.clock.now() });
  return {
    ledger,
    grant: (member: string, given: Parameters<typeof grant>[2]) => grant(addDeps(), member, given),
    purchase: (member: string, bought: Parameters<typeof purchase>[2]) => purchase(addDeps(), member, bought),
    hold: (hold: Hold) => holdCredits({ ledger, begunByOthers }, hold),
    findHold: (member: string, clientId: string) => ledger.find(member, holdKey(clientId)),
    ...createReturns(deps, ledger),
    returnedAmong: (member: string, which: Parameters<typeof returnedAmong>[2]) =>
      returnedAmong(deps.mongo, member, which),
    adjust: (member: string, wish: Parameters<typeof adjust>[2]) => adjust(addDeps(), member, wish),
    /** Credits to spend now, and premium status, uncached. */
    async balanceOf(member: string): Promise<Balance> {
      return balanceAfter(await ledger.freshTail(member));
    },
    /** Balance, premium, conversations started as a free member, and the member's own limits. */
    async statusOf(member: string) {
      return accountAfter(await ledger.freshTail(member));
    },
    getStatement: statement,
    /**
     * The whole statement as a table, oldest first. Times are in `zone`, numbers in the style of `format`.
     */
    statementFile: (member: string, as: Parameters<typeof statementFile>[2]) =>
      statementFile(statementDeps, member, as),
    getSpending: (member: string, zone: string) => getSpending(spendingDeps(), member, zone),
    async limitSpending(member: string, wish: SpendingWish, zone: string): Promise<boolean> {
      const done = await limitSpending(spendingDeps(), member, wish, zone);
      if (done) await deps.publisher.durable(member, ownChanged, {});
      return done;
    },
    refundOffers: async (member: string, period: RefundPeriod) =>
      (await refundOffers(refundDeps(), member, period)).offers,
    findRefund: (member: string, payment: string, turn: number) =>
      ledger.find(member, refundKey(payment, turn)),
    takeRefund: (member: string, wish: Parameters<typeof takeRefund>[2]) =>
      takeRefund(refundDeps(), member, wish),
    undoTakenRefund: (member: string, refund: { payment: string; turn: number }) =>
      undoTakenRefund(refundDeps(), member, refund),
    chargeBack: (member: string, taken: Chargeback) => chargeBack(refundDeps(), member, taken),
    undoChargeBack: (member: string, undone: Parameters<typeof undoChargeBack>[2]) =>
      undoChargeBack(refundDeps(), member, undone),
    /** True if the credits of a refund were returned because the provider did not carry it out. */
    isRefundUndone: async (member: string, { payment, turn }: { payment: string; turn: number }) =>
      (await ledger.find(member, undoneKey(payment, turn))) !== undefined,
    personalData: creditsData((member, before) => statement(member, { before })),
  };
}

function createReturns(deps: Pick<CoreDeps, 'mongo' | 'publisher' | 'clock'>, ledger: Ledger) {
  const parts = () => ({ mongo: deps.mongo, ledger, now: deps.clock.now() });
  const publish = (member: string, row: LedgerRow) =>
    deps.publisher.durable(member, creditsChanged, balanceAfter(row));
  return {
    findChargeBack: (member: string, which: Parameters<typeof findChargeBack>[2]) =>
      findChargeBack(parts(), member, which),
    /** Payments of which at least half of the price was neither refunded nor taken back. */
    async retainedPurchases(member: string): Promise<string[]> {
      const purchases = purchasesAt(await readTrades(deps.mongo, member), Number.POSITIVE_INFINITY);
      return [...purchases].filter(([, one]) => isPremiumBy([one])).map(([payment]) => payment);
    },
    voidHold: (hold: LedgerRow, reason: string) => voidHold(parts(), hold, reason),
    /**
     * Returns the credits of a stored message, once; false if there was nothing to return. Also publishes the
     * balance of an earlier return: that call may have crashed before its event.
     */
    async returnDebit(member: string, clientId: string, reason: string): Promise<boolean> {
      const back = await returnDebit(parts(), member, clientId, reason);
      if (!back) return false;
      await publish(member, back.row);
      return back.isNew;
    },
    /**
     * After all returns of a conversation with a member who is gone: frees its place, if no message is left.
     */
    async freePlace(member: string, missed: MissedConversation): Promise<void> {
      const row = await freePlace(parts(), member, missed);
      if (row) await publish(member, row);
    },
  };
}
