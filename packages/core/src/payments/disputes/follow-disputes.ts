import { disputeChanged } from '@heartline/contracts';
import { afterRow, isOut, isTakenBack, lossesOf, settlementOf } from '@heartline/domain';
import { eachAlone, failpoint, type Look } from '@heartline/platform';
import type { LedgerRow } from '../../credits/index.ts';
import { blockReturned, unblockReturned } from '../debit/block-returned.ts';
import { announceGivenBack, announceTaken, type TakenMoney } from '../debts/remind-debtors.ts';
import { issueDisputeNote, reverseDisputeNote } from '../issue-receipt.ts';
import { findPayment, type PaymentDoc } from '../payment.repository.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { byHandCents } from '../refund.repository.ts';
import {
  changeDispute,
  type DisputeDoc,
  type DisputeWord,
  disputesOfPayment,
  dueDisputes,
  findDispute,
  nameOfDispute,
  RETURN,
  recordDispute,
  wishOf,
} from './dispute.repository.ts';

/** A provider’s word on a payment, the account it came from, and when the question began. */
interface Seen {
  account: string;
  look: Look;
  askedAt: number;
}

/**
 * Lets the credits of a payment follow the disputes in a provider’s word (T10 to T12):
 *
 *     dispute stored: due
 *       ↓ a crash from here on: the pass of each minute continues
 *     ledger row of this dispute → Premium → credit note → mail, blocks, event
 *       ↓
 *     done; where the money comes again, the same way back: back-due → back-done
 *
 * Returns true if the word changed anything. Safe to repeat.
 */
export async function followDisputesOf(
  context: PaymentsContext,
  payment: PaymentDoc,
  seen: Seen,
): Promise<boolean> {
  let hasChanged = false;
  // Words that give back come first: another dispute may take their credits.
  const words = (await wordsOf(context, payment, seen)).toSorted(
    (a, b) => Number(isOut(a.state)) - Number(isOut(b.state)),
  );
  for (const word of words) {
    const canMove = payment.state === 'completed';
    const recorded = await recordDispute(context.mongo, word, { now: context.clock.now(), canMove });
    failpoint('dispute:after-row');
    hasChanged ||= recorded.isChanged;
    await settleDispute(context, recorded.dispute);
  }
  if (words.length > 0) await takeRest(context, payment);
  return hasChanged;
}

/**
 * Lets disputes that stand take what is left of their payment, since another was won or a refund failed. The row of such
 * a dispute goes back and comes again as its next round. Safe to repeat.
 */
export async function takeRest(
  context: PaymentsContext,
  { _id, currency }: Pick<PaymentDoc, '_id' | 'currency'>,
): Promise<void> {
  for (const dispute of await disputesOfPayment(context.mongo, _id)) {
    if (dispute.ledger !== 'done' || !isOut(dispute.state)) continue;
    const which = { payment: _id, dispute: nameOfDispute(dispute) };
    const { takenCents = 0, leftCents = 0 } =
      (await context.credits.findChargeBack(dispute.member, which)) ?? {};
    const wish = wishOf(dispute, currency) ?? Number.POSITIVE_INFINITY;
    if (leftCents <= 0 || takenCents >= wish) continue;
    const change = { ledger: 'back-due', changedAt: context.clock.now() } as const;
    const due = await changeDispute(context.mongo, dispute, change);
    if (due) await settleDispute(context, due);
  }
}

/** The disputes of a payment in a provider’s word, with the return of a debit that was promised. */
async function wordsOf(
  context: PaymentsContext,
  payment: PaymentDoc,
  { account, look, askedAt }: Seen,
): Promise<DisputeWord[]> {
  const byHand = await byHandCents(context.mongo, payment._id);
  const refundedCents = look.refunds
    .filter(({ state }) => state !== 'failed')
    .reduce((sum, { cents }) => sum + cents, byHand);
  const inOrder = look.disputes.toSorted((a, b) => a.at - b.at || a.id.localeCompare(b.id));
  const losses = lossesOf(inOrder, { receivedCents: look.receivedCents, refundedCents });
  const of = { account, payment: payment._id, member: payment.member, askedAt };
  const words = inOrder.map(
    ({ id, ...dispute }, index): DisputeWord => ({
      ...of,
      ...dispute,
      _id: `${account}:${id}`,
      dispute: id,
      lossCents: losses[index] ?? 0,
    }),
  );
  const back = await returnOf(context, payment, look);
  return back ? [...words, { ...of, ...back }] : words;
}

/** A trusted debit that did not come is a dispute of its own (T10), and one that came after all gives it back. */
async function returnOf(
  { mongo, clock }: PaymentsContext,
  payment: PaymentDoc,
  look: Look,
): Promise<Omit<DisputeWord, 'account' | 'payment' | 'member' | 'askedAt'> | undefined> {
  if (!payment.trusted) return undefined;
  const settlement = settlementOf(payment);
  const _id = `${payment.account}:${payment._id}:${RETURN}`;
  const known = await findDispute(mongo, _id);
  const isBack = settlement === 'returned' && (known !== undefined || !isTakenBack(look.disputes));
  if (!isBack && !known) return undefined;
  return {
    _id,
    dispute: RETURN,
    cents: payment.priceCents,
    currency: payment.currency,
    reason: known?.reason ?? look.failure ?? '',
    state: isBack ? 'lost' : 'given-back',
    lossCents: 0,
    at: known?.at ?? clock.now(),
  };
}

/** Lets the credits follow a stored dispute, step by step. Safe to repeat, at any time and by several at once. */
async function settleDispute(context: PaymentsContext, seen: DisputeDoc): Promise<void> {
  let dispute: DisputeDoc | undefined = seen;
  while (dispute?.ledger === 'due' || dispute?.ledger === 'back-due') {
    const payment = await findPayment(context.mongo, dispute.payment);
    if (!payment) throw new Error(`dispute ${dispute._id}: payment not found`);
    // The grant was interrupted: its repair comes first.
    if (payment.grantedAt === null) return;
    const taken = dispute.ledger === 'due';
    const change = taken ? await take(context, dispute, payment) : await giveBack(context, dispute, payment);
    const next = afterRow(dispute, dispute.state);
    const done: DisputeDoc | undefined = await changeDispute(context.mongo, dispute, {
      ...change,
      ...next,
      changedAt: context.clock.now(),
    });
    dispute = done ?? (await findDispute(context.mongo, dispute._id));
  }
}

type Moved = Pick<DisputeDoc, 'credits' | 'debt'>;

async function take(context: PaymentsContext, dispute: DisputeDoc, payment: PaymentDoc): Promise<Moved> {
  const { member } = dispute;
  const name = nameOfDispute(dispute);
  const isReturn = dispute.dispute === RETURN;
  const row = await context.credits.chargeBack(member, {
    payment: payment._id,
    dispute: name,
    cents: wishOf(dispute, payment.currency),
    reason: isReturn ? 'debit_returned' : 'dispute',
  });
  if (!row) throw new Error(`dispute ${dispute._id}: payment granted nothing`);
  failpoint('dispute:after-ledger');
  await context.syncPremium(member);
  const moved = movedBy(row);
  const taken = { payment: payment._id, dispute: name, credits: moved.credits, cents: row.money?.cents ?? 0 };
  await issueDisputeNote(context, taken, payment);
  if (payment.method === 'sdd') await blockReturned(context, payment, dispute.reason);
  await announceTaken(
    context,
    // The mail names those that became debt beside.
    takenMoney(dispute, payment, moved.credits - moved.debt),
    {
      template: payment.method === 'sdd' ? 'debit-returned' : 'dispute-taken',
      row: { n: row.n, before: row.debtAfter - moved.debt },
    },
  );
  context.logger.warn({ payment: payment._id, dispute: dispute._id }, 'bank took money back: credits taken');
  if (dispute.lossCents > 0)
    context.logger.error(
      { payment: payment._id, dispute: dispute._id, cents: dispute.lossCents },
      'bank took money back that was refunded: see admin disputes list',
    );
  await publish(context, dispute, moved.credits);
  return moved;
}

async function giveBack(
  context: PaymentsContext,
  dispute: DisputeDoc,
  { _id: payment, createdAt }: PaymentDoc,
): Promise<Moved> {
  const { member } = dispute;
  const name = nameOfDispute(dispute);
  const isReturn = dispute.dispute === RETURN;
  const reason = isReturn ? 'debit_paid' : 'dispute_won';
  const row = await context.credits.undoChargeBack(member, { payment, dispute: name, reason });
  failpoint('dispute:after-ledger');
  await reverseDisputeNote(context, { payment, dispute: name });
  // The bank still has the money: the next round takes more, and tells the member.
  if (isOut(dispute.state)) return { credits: 0, debt: 0 };
  await context.syncPremium(member);
  await unblockReturned(context, { _id: payment, member });
  await announceGivenBack(context, takenMoney(dispute, { _id: payment, createdAt }, row?.purchased ?? 0));
  context.logger.info({ payment, dispute: dispute._id }, 'disputed money came back: credits returned');
  await publish(context, dispute, 0);
  return { credits: 0, debt: 0 };
}

/** A dispute as its mails name it. */
function takenMoney(
  { dispute, round, member, cents, currency }: DisputeDoc,
  { _id: payment, createdAt: boughtAt }: Pick<PaymentDoc, '_id' | 'createdAt'>,
  credits: number,
): TakenMoney {
  const id = `${payment}-${dispute.replaceAll(/\W/g, '-')}-${round}`;
  return { id, member, credits, payment, cents, currency, boughtAt };
}

/** Credits that a charge-back took, and those of them that became debt. */
function movedBy({ purchased, debt = 0 }: LedgerRow): Moved {
  return { credits: debt - purchased, debt };
}

async function publish(
  { publisher }: PaymentsContext,
  { member, payment, state }: DisputeDoc,
  credits: number,
): Promise<void> {
  await publisher.durable(member, disputeChanged, { payment, state, credits });
}

/** Continues disputes whose credits have not followed yet; one that fails holds up no other. Returns their number. */
export async function reconcileDisputes(context: PaymentsContext): Promise<number> {
  const due = await dueDisputes(context.mongo);
  await eachAlone(due, (dispute) => settleDispute(context, dispute));
  return due.length;
}
