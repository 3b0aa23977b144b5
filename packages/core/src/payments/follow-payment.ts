import { CONSTANTS, paymentChanged } from '@heartline/contracts';
import { isTakenBack, nextMove, overpaidCents, settlementOf } from '@heartline/domain';
import { failpoint, type Look } from '@heartline/platform';
import { spendCode } from './code.repository.ts';
import { blockReturned } from './debit/block-returned.ts';
import { followDisputesOf } from './disputes/follow-disputes.ts';
import { announceCodeEnd, endBonusOfBuyer } from './expire-bonus.ts';
import { issueReceipt } from './issue-receipt.ts';
import { mailOrder } from './mail-order.ts';
import {
  changePayment,
  findPayment,
  noteAsked,
  noteReceived,
  type PaymentDoc,
} from './payment.repository.ts';
import { providerOf } from './payment-accounts.ts';
import { isBeyondHorizon, isOpen, nextAskAt } from './payment-schedule.ts';
import type { PaymentsContext } from './payments-context.ts';
import type { ReceiptRow } from './receipt.repository.ts';
import { recordOverpaid, recordStray } from './stray.repository.ts';

/** After a dispute changed, its payment is asked about once more. */
const ASK_AGAIN_MS = 60_000;

/** A provider’s word, the account it came from, and when the question began. */
export interface Seen {
  account: string;
  look: Look;
  askedAt: number;
}

/**
 * Asks the provider about a payment and acts on its word. Webhooks, the member’s result page and the
 * reconcile job all call this, in any number and order.
 *
 * 1. Ask the provider, unless its word is given as `seen`.
 * 2. Move the state forward in one conditional write.
 * 3. If completed: add the credits (once per payment), update premium, use the code, end the discount, issue the
 *    receipt, mail the confirmation, set `grantedAt`.
 * 4. Notify the member.
 * 5. Let credits follow the disputes in that word.
 *
 * After a crash during step 3 `grantedAt` is null, so the next call repeats the steps. Rejects with
 * `ProviderUnavailable` if the provider cannot be asked; nothing has changed then.
 */
export async function followPayment(
  context: PaymentsContext,
  payment: PaymentDoc,
  seen?: Seen,
): Promise<PaymentDoc> {
  const known = seen ?? (await ask(context, payment));
  if (!known) return granted(context, payment);
  const { payment: moved, hasMoved } = await moveState(context, payment, known);
  const followed = await granted(context, moved);
  if (known.look.id !== followed.providerId) return followed;
  const isDisputed = await followDisputesOf(context, followed, known);
  // A payment stays due until its disputes are stored.
  return hasMoved ? followed : stay(context, followed, { look: known.look, isDisputed });
}

/** The payment with its credits, if it was paid. */
async function granted(context: PaymentsContext, payment: PaymentDoc): Promise<PaymentDoc> {
  return payment.state === 'completed' && payment.grantedAt === null ? complete(context, payment) : payment;
}

/**
 * The provider’s word on a payment that may still move, or that a webhook named. Undefined if there is nothing to ask,
 * or it knows nothing.
 */
async function ask(context: PaymentsContext, payment: PaymentDoc): Promise<Seen | undefined> {
  const { account, providerId, dueAt } = payment;
  if (providerId === null || (!isOpen(payment) && dueAt === null)) return undefined;
  const at = context.clock.now();
  const look = await providerOf(context.payments, account).look(providerId);
  if (look) return { account, look, askedAt: at };
  reportOverdue(context, payment, at);
  await noteAsked(context.mongo, payment, { at, dueAt: nextAskAt(payment, at) });
  return undefined;
}

async function moveState(
  context: PaymentsContext,
  payment: PaymentDoc,
  seen: Seen,
): Promise<{ payment: PaymentDoc; hasMoved: boolean }> {
  const { account, look } = seen;
  // The id alone decides: an account under a new name lists the same payments, which must not go back.
  const isCurrent = payment.providerId === look.id;
  const word = { ...look, isCurrent, isTakenBack: isTakenBack(look.disputes) };
  const move = nextMove({ ...payment, reference: payment._id }, word);
  if (move.kind === 'stray') {
    await recordStray(context.mongo, strayOf(seen, 'second', context.clock.now()));
    failpoint('stray:after-row');
    context.logger.warn({ payment: payment._id, account }, 'order paid twice: the second payment goes back');
    return { payment, hasMoved: false };
  }
  if (move.kind === 'stay') return { payment, hasMoved: false };
  const { state, reason, settlement: settled } = move;
  const next = { state, reason, ...(settled && { settlement: settled }) };
  if (state === 'failed') await noteFailedDebit(context, payment, look);
  const checkedAt = context.clock.now();
  const { settlement } = payment;
  const moved = await changePayment(
    context.mongo,
    { _id: payment._id, state: payment.state, ...(settlement && { settlement }) },
    {
      ...next,
      account,
      providerId: look.id,
      receivedCents: look.receivedCents,
      ...evidenceWith(payment, look.payer.country),
      checkedAt,
      dueAt: dueAfter({ ...payment, ...next, before: settlement }, look, checkedAt),
    },
  );
  if (!moved) return moveState(context, (await findPayment(context.mongo, payment._id)) ?? payment, seen);
  await announce(context, moved, payment.state);
  return { payment: moved, hasMoved: true };
}

/** Before the move, which a crash does not repeat. A debit that gave no credits costs a fee all the same. */
async function noteFailedDebit(
  context: PaymentsContext,
  payment: PaymentDoc,
  { failure }: Look,
): Promise<void> {
  if (payment.method === 'sdd' && failure !== null) await blockReturned(context, payment, failure);
}

/** When a moved payment is asked about next. Disputes are stored after the move: it stays due until then. */
function dueAfter(
  { before, ...moved }: PaymentDoc & { before: PaymentDoc['settlement'] },
  look: Look,
  now: number,
): number | null {
  const isReturn = moved.settlement === 'returned' || before === 'returned';
  const isDisputed = isTakenBack(look.disputes) || isReturn;
  return isDisputed ? now : nextAskAt(moved, now);
}

/** Tells about a move. A grant is announced when its credits are there. */
async function announce(
  context: PaymentsContext,
  moved: PaymentDoc,
  before: PaymentDoc['state'],
): Promise<void> {
  if (moved.state !== 'completed' || before === 'completed') await publish(context, moved);
  if (moved.state === 'review')
    context.logger.error({ payment: moved._id }, 'payment held for review: amount mismatch');
}

/** The evidence for VAT with the country of the payer’s card or bank, before the receipt is issued. */
const evidenceWith = ({ evidence }: PaymentDoc, payer: string | null): Pick<PaymentDoc, 'evidence'> =>
  payer === null ? {} : { evidence: { account: null, ip: null, ...evidence, payer } };

/**
 * Notes that the provider’s word moved nothing, and what came so far. A webhook that came meanwhile made the payment due
 * at once: that stays. After a dispute changed it is asked once more: two answers may be stored in the wrong order.
 */
async function stay(
  context: PaymentsContext,
  payment: PaymentDoc,
  { look, isDisputed }: { look: Look; isDisputed: boolean },
): Promise<PaymentDoc> {
  const { _id, state, dueAt } = payment;
  // A second transfer may come under the reference of an order that was paid.
  await settleOverpaid(context, { ...payment, receivedCents: look.receivedCents });
  const known = state === 'pending' ? await noteTransfer(context, payment, look) : payment;
  // A crash after the checkout was opened may have kept the mail back.
  if (state === 'pending' || payment.settlement === 'promised') await mailOrder(context, known);
  if (dueAt === null && !isDisputed) return payment;
  const checkedAt = context.clock.now();
  reportOverdue(context, payment, checkedAt);
  const change = {
    checkedAt,
    dueAt: isDisputed ? checkedAt + ASK_AGAIN_MS : nextAskAt(payment, checkedAt),
  };
  const noted = await changePayment(context.mongo, { _id, state, dueAt }, change);
  return noted ?? (await findPayment(context.mongo, _id)) ?? payment;
}

/** Reports a debit on trust that gave credits and has no word of its bank for too long. */
function reportOverdue({ logger }: PaymentsContext, payment: PaymentDoc, now: number): void {
  if (payment.settlement !== 'promised' || !isBeyondHorizon(payment, now)) return;
  logger.error({ payment: payment._id }, 'debit neither paid nor returned: see admin payments list');
}

/** Notes the account to transfer to, where the provider shows it late, and the cents that came so far. */
async function noteTransfer(context: PaymentsContext, payment: PaymentDoc, look: Look): Promise<PaymentDoc> {
  const { _id, priceCents: cents, currency, expiresAt: until } = payment;
  const to = look.transfer && !payment.transfer && { ...look.transfer, cents, currency, until };
  const shown = to && (await changePayment(context.mongo, { _id, state: 'pending' }, { transfer: to }));
  const came = look.receivedCents > 0 && (await noteReceived(context.mongo, _id, look.receivedCents));
  const changed = came || shown;
  if (changed) await publish(context, changed);
  return changed || payment;
}

/** The row of money that came for no open order. */
export function strayOf(
  { account, look }: Pick<Seen, 'account' | 'look'>,
  why: 'second' | 'unknown',
  now: number,
) {
  return {
    _id: `${account}:${look.id}`,
    account,
    providerId: look.id,
    why,
    reference: look.reference,
    cents: look.receivedCents,
    currency: look.currency,
    state: 'seen' as const,
    refundId: null,
    at: now,
    checkedAt: now,
  };
}

/** Records what came beyond the price of a granted payment, for a person to decide on. */
async function settleOverpaid(context: PaymentsContext, payment: PaymentDoc): Promise<void> {
  const cents = overpaidCents(payment);
  if (cents === 0 || !(await recordOverpaid(context.mongo, payment, cents, context.clock.now()))) return;
  context.logger.warn({ payment: payment._id }, 'more was paid than ordered: see admin strays list');
}

async function complete(context: PaymentsContext, payment: PaymentDoc): Promise<PaymentDoc> {
  const { member, credits, priceCents, currency } = payment;
  await settleOverpaid(context, payment);
  failpoint('payment:before-grant');
  await context.credits.purchase(member, {
    payment: payment._id,
    credits,
    money: { cents: priceCents, currency },
  });
  failpoint('payment:after-grant');
  // The current ledger decides: a purchase that was interrupted here may have been refunded since.
  await context.syncPremium(member);
  await spendPaidCode(context, payment);
  failpoint('payment:after-code');
  await endBonusOfBuyer(context, member);
  const receipt = await issueReceipt(context, payment);
  failpoint('payment:after-receipt');
  await confirmOrder(context, receipt);
  failpoint('payment:before-granted');
  const now = context.clock.now();
  const granted = await changePayment(
    context.mongo,
    { _id: payment._id, grantedAt: null },
    { grantedAt: now, receipt: receipt.number },
  );
  if (granted) await publish(context, granted);
  return granted ?? { ...payment, grantedAt: now, receipt: receipt.number };
}

/** Mails the member the confirmation of the contract, once for each payment. */
async function confirmOrder(
  context: PaymentsContext,
  { member, payment, credits, grossCents: cents, currency, at, number }: ReceiptRow,
): Promise<void> {
  await context.accounts.mail(member, {
    id: `order-${payment}`,
    template: 'order-confirmation',
    secret: null,
    receipt: { payment, credits, cents, currency, at, number },
  });
}

/** Marks the code of a paid payment as used. The price was agreed, so a code that was used twice is only reported. */
async function spendPaidCode(context: PaymentsContext, payment: PaymentDoc): Promise<void> {
  if (payment.code === null) return;
  const { code } = payment.code;
  const used = await spendCode(context.mongo, { ...payment, code }, context.clock.now());
  if (used === 'of another') context.logger.error({ payment: payment._id, code }, 'discount code used twice');
  // The end of the welcome discount is announced with every first purchase.
  if (used === 'now' && code !== CONSTANTS.timeBonusCode)
    await announceCodeEnd(context, payment.member, code);
}

/** Tells the member’s devices about a new state. */
export async function publish(context: PaymentsContext, payment: PaymentDoc): Promise<void> {
  const { member, _id, state } = payment;
  const settlement = settlementOf(payment);
  await context.publisher.durable(member, paymentChanged, { payment: _id, state, settlement });
}
