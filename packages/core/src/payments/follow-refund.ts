import { creditsChanged, type RefundWait, refundChanged } from '@heartline/contracts';
import { nextRefundState, type RefundMoney, refundMoneyOf } from '@heartline/domain';
import {
  eachAlone,
  failpoint,
  type Look,
  type ProviderRefund,
  ProviderRefused,
  ProviderUnavailable,
} from '@heartline/platform';
import { balanceAfter } from '../credits/index.ts';
import { takeRest } from './disputes/follow-disputes.ts';
import { issueCreditNote, reverseCreditNote } from './issue-receipt.ts';
import { findPayment, type PaymentDoc } from './payment.repository.ts';
import { providerOf } from './payment-accounts.ts';
import type { PaymentsContext } from './payments-context.ts';
import {
  byHandCents,
  changeRefund,
  dropRefund,
  openRefunds,
  type RefundDoc,
  refundsOfPayment,
  watchedRefunds,
} from './refund.repository.ts';

/** A request without a ledger row after this time never gets one: a row decided in time exists by then. */
const ASKED_MS = 60_000;
/** Minimum time between two questions to the provider about a refund. */
const ASK_EVERY_MS = 55_000;
/** One that waits is asked about ever less often: after a tenth of its age. A webhook asks at once. */
const AGE_PER_ASK = 10;
const DAY_MS = 86_400_000;
/** Paid money may come back for this long: banks return it within days, card schemes within weeks. */
const WATCH_MS = 60 * DAY_MS;
/** Money that the bank took may come to us for this long: disputes and returned debits take months. */
const WATCH_BANK_MS = 180 * DAY_MS;
/** A provider that did not answer is asked again after this time. */
const WATCH_AGAIN_MS = 600_000;

/**
 * Advances a refund as far as the provider allows; changes nothing while the provider cannot be asked. Safe
 * to repeat.
 */
export async function followRefund(
  context: PaymentsContext,
  refund: RefundDoc,
  away: Set<string> = new Set(),
): Promise<RefundDoc> {
  if (refund.state === 'completed') return watch(context, refund, away);
  const pending = refund.state === 'asked' ? await begin(context, refund) : refund;
  if (pending?.state !== 'pending') return pending ?? refund;
  await context.syncPremium(pending.member);
  // The credits were returned before an interruption: another question to the provider might pay out the
  // money as well.
  const isUndone = await context.credits.isRefundUndone(pending.member, pending);
  if (isUndone) return giveBack(context, pending, pending);
  try {
    return await ask(context, pending, away);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    // The others come first in the next pass.
    await changeRefund(context.mongo, pending, { checkedAt: context.clock.now() });
    context.logger.warn(
      { refund: refund._id, reason: error.message },
      'refund delayed: payment provider unavailable',
    );
    return pending;
  }
}

/**
 * The ledger has decided: its row has the amount. The member is notified and gets the acknowledgement before the
 * state changes, so that a repeat after a crash does both.
 */
async function begin(context: PaymentsContext, refund: RefundDoc): Promise<RefundDoc | undefined> {
  // Read the clock before the ledger: if this process stalls in between, a row that it missed may exist by
  // then.
  const isOver = context.clock.now() - refund.createdAt > ASKED_MS;
  const row = await context.credits.findRefund(refund.member, refund.payment, refund.turn);
  if (!row) {
    if (isOver) await dropRefund(context.mongo, refund);
    return undefined;
  }
  await context.publisher.durable(refund.member, creditsChanged, balanceAfter(row));
  const { cents = 0, currency = refund.currency } = row.money ?? {};
  const amounts = { credits: -row.purchased, cents, currency, createdAt: row.at };
  await notifyMember(context, 'withdrawal-received', { ...refund, ...amounts }, { at: row.at });
  failpoint('refund:after-mail');
  return changeRefund(context.mongo, refund, { ...amounts, state: 'pending' });
}

async function ask(context: PaymentsContext, refund: RefundDoc, away: Set<string>): Promise<RefundDoc> {
  const payment = await findPayment(context.mongo, refund.payment);
  if (!payment?.providerId) throw new Error(`refund ${refund._id}: payment has no provider id`);
  failpoint('refund:before-provider');
  const word = await notingAway(payment, away, () => wordOn(context, payment, refund));
  failpoint('refund:after-provider');
  const checkedAt = context.clock.now();
  const waits = word.waits ?? null;
  const pauseMs = Math.max(ASK_EVERY_MS, (checkedAt - refund.createdAt) / AGE_PER_ASK);
  const dueAt = waits ? checkedAt + pauseMs : checkedAt;
  const seen = { checkedAt, refundId: word.id ?? refund.refundId, waits, dueAt };
  const next = nextRefundState('pending', word.state);
  if (next === 'completed') return complete(context, refund, seen, word);
  if (next === 'failed') return giveBack(context, refund, seen);
  return (await changeRefund(context.mongo, refund, seen)) ?? refund;
}

/** Asks an account that has answered so far. One that does not is `away`, and is not asked again with this set. */
async function notingAway<T>({ account }: PaymentDoc, away: Set<string>, act: () => Promise<T>): Promise<T> {
  if (away.has(account)) throw new ProviderUnavailable(`${account} did not answer before`);
  try {
    return await act();
  } catch (error) {
    if (error instanceof ProviderUnavailable) away.add(account);
    throw error;
  }
}

/** True if the provider can give this much of a payment back. */
function canRefund(context: PaymentsContext, payment: PaymentDoc, { cents, ...refund }: RefundDoc): boolean {
  if (isByHand(refund)) return false;
  const ability = providerOf(context.payments, payment.account).can[payment.method]?.refund;
  return ability === 'whole' ? cents === payment.priceCents : ability !== 'no';
}

/** True if an operator pays a refund, whatever its provider can do by now. */
const isByHand = ({ byHand, waits }: Pick<RefundDoc, 'byHand' | 'waits'>): boolean =>
  byHand === true || waits === 'person';

/** The word on a refund that an operator pays. */
const BY_HAND: Word = { id: null, state: 'pending', waits: 'person' };

/** The provider’s word on a refund; without an id while it knows nothing of it. */
interface Word extends Pick<RefundDoc, 'waits'>, Partial<Pick<ProviderRefund, 'cents'>> {
  id: string | null;
  state: ProviderRefund['state'];
  /** True if the payer has the money by their bank. */
  isByBank?: boolean;
}

/**
 * The provider’s word on a refund, or what it waits for. The first question that finds the money free asks for the
 * refund. One found under our key was asked for by an earlier try whose answer was lost.
 */
async function wordOn(context: PaymentsContext, of: PaymentDoc, refund: RefundDoc): Promise<Word> {
  const { refundId } = refund;
  // An account that is not configured any more can’t be asked.
  if (isByHand(refund) && !context.payments.of(of.account)) return BY_HAND;
  const provider = providerOf(context.payments, of.account);
  const look = await provider.look(of.providerId ?? '');
  const known = look?.refunds.find(isThis(refund));
  if (known && known.state !== 'failed') return known;
  // A dispute fails a refund that was under way: the bank has the money, so the credits stay out.
  const money = look ? await moneyOf(context, refund, look) : { cents: refund.cents };
  if ('held' in money) return heldWord(refundId, money.held);
  if (known) return known;
  // A refund that the provider does not list yet.
  if (refundId) return { id: refundId, state: 'pending', waits: null };
  return sendBack(context, of, { ...refund, cents: money.cents });
}

/** Asks the provider for a refund; an operator pays one that it can’t. */
async function sendBack(context: PaymentsContext, of: PaymentDoc, refund: RefundDoc): Promise<Word> {
  if (!canRefund(context, of, refund)) return BY_HAND;
  const { cents, currency } = refund;
  try {
    const wish = { key: keyOf(refund), id: of.providerId ?? '', cents, currency };
    return await providerOf(context.payments, of.account).refund(wish);
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    return { id: null, state: 'failed' };
  }
}

const keyOf = ({ payment, turn }: Pick<RefundDoc, 'payment' | 'turn'>) => `refund-${payment}-${turn}`;

/** Finds a refund among those of its payment at the provider. */
const isThis =
  (refund: Pick<RefundDoc, 'payment' | 'turn' | 'refundId'>) =>
  ({ id, key }: ProviderRefund): boolean =>
    refund.refundId ? id === refund.refundId : key === keyOf(refund);

/** Finds the money of a refund, by the provider’s word and by what operators paid. */
async function moneyOf(context: PaymentsContext, refund: RefundDoc, look: Look): Promise<RefundMoney> {
  const isOwn = isThis(refund);
  const others = look.refunds.filter((one) => one.state !== 'failed' && !isOwn(one));
  const refundedCents =
    others.reduce((sum, { cents }) => sum + cents, 0) + (await byHandCents(context.mongo, refund.payment));
  return refundMoneyOf(look, { cents: refund.cents, refundedCents });
}

/** The word on a refund whose money the payer’s bank took or asks for, or that has not come. */
function heldWord(id: string | null, held: RefundWait | 'bank'): Word {
  return held === 'bank' ? { id, state: 'done', isByBank: true } : { id, state: 'pending', waits: held };
}

type Seen = Pick<RefundDoc, 'checkedAt' | 'refundId' | 'waits'>;

/**
 * Ends a refund whose money the member has, with a credit note and a mail. No mail if the bank took the money: we sent
 * none.
 */
export async function complete(
  context: PaymentsContext,
  refund: RefundDoc,
  seen: Seen,
  { isByBank = false, cents = refund.cents }: { isByBank?: boolean; cents?: number } = {},
): Promise<RefundDoc> {
  const bought = await findPayment(context.mongo, refund.payment);
  const note = bought && (await issueCreditNote(context, refund, bought));
  failpoint('refund:after-credit-note');
  if (!isByBank)
    await notifyMember(
      context,
      'refund-receipt',
      { ...refund, cents },
      { at: seen.checkedAt, number: note?.number },
    );
  const paidAt = seen.checkedAt;
  return end(context, refund, {
    ...seen,
    state: 'completed',
    byBank: isByBank,
    paidAt,
    watchAt: paidAt + DAY_MS,
  });
}

/**
 * Looks after a paid refund, since its money may come back. The credits are returned once before the state changes, so
 * that a repeat after a crash finishes the rest: it is due until then. One that the bank paid begins anew where the money
 * comes to us after all.
 */
async function watch(context: PaymentsContext, refund: RefundDoc, away: Set<string>): Promise<RefundDoc> {
  const word = await wordOnPaid(context, refund, away);
  const checkedAt = context.clock.now();
  if (word === 'free') return reopen(context, refund, checkedAt);
  if (word === 'away' || nextRefundState('completed', word) !== 'bounced') {
    const watchMs = refund.byBank ? WATCH_BANK_MS : WATCH_MS;
    const isOver = checkedAt + DAY_MS - (refund.paidAt ?? refund.createdAt) > watchMs;
    const watchAt = word === 'away' ? checkedAt + WATCH_AGAIN_MS : isOver ? null : checkedAt + DAY_MS;
    return (await changeRefund(context.mongo, refund, { checkedAt, watchAt })) ?? refund;
  }
  await context.credits.undoTakenRefund(refund.member, refund);
  await takeRest(context, { _id: refund.payment, currency: refund.currency });
  failpoint('refund:after-return');
  await context.syncPremium(refund.member);
  await reverseCreditNote(context, refund);
  await notifyMember(context, 'refund-bounced', refund, { at: checkedAt });
  failpoint('refund:before-bounced');
  context.logger.error({ refund: refund._id }, 'refund came back from the bank: see admin refunds list');
  return end(context, refund, { checkedAt, watchAt: null, state: 'bounced' });
}

/** The provider’s word on a paid refund; one that it does not list stays done. `free`: the bank’s money is with us. */
async function wordOnPaid(
  context: PaymentsContext,
  refund: RefundDoc,
  away: Set<string>,
): Promise<ProviderRefund['state'] | 'free' | 'away'> {
  const { payment: id, refundId, byBank, _id } = refund;
  const payment = await findPayment(context.mongo, id);
  const { providerId } = payment ?? {};
  if (!payment || !providerId || (refundId === null && !byBank)) return 'done';
  try {
    const provider = providerOf(context.payments, payment.account);
    const look = await notingAway(payment, away, () => provider.look(providerId));
    return look ? paidWordOf(refund, look, await moneyOf(context, refund, look)) : 'done';
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    context.logger.warn(
      { refund: _id, reason: error.message },
      'paid refund not looked at: provider unavailable',
    );
    return 'away';
  }
}

/** The state of a paid refund, by the place of its money. The bank still has money that it asks for or took. */
function paidWordOf({ refundId, byBank }: RefundDoc, { refunds }: Look, money: RefundMoney) {
  if ('held' in money && (byBank || money.held !== 'payment')) return 'done';
  return byBank ? 'free' : (refunds.find((one) => one.id === refundId)?.state ?? 'done');
}

/** The bank gave back what it had paid, or a returned debit was collected after all: the member gets it from us. */
async function reopen(context: PaymentsContext, refund: RefundDoc, checkedAt: number): Promise<RefundDoc> {
  const open = { state: 'pending', byBank: false, watchAt: null, waits: null, checkedAt } as const;
  const reopened = await changeRefund(context.mongo, refund, open);
  if (!reopened) return refund;
  const { member, payment, turn } = reopened;
  await context.publisher.durable(member, refundChanged, { payment, turn, state: 'pending' });
  context.logger.warn({ refund: refund._id }, 'refund paid by the bank begins anew: its money is with us');
  return followRefund(context, reopened);
}

const MAIL_IDS = {
  'withdrawal-received': 'withdrawal',
  'refund-receipt': 'refund',
  'refund-bounced': 'bounced',
  'refund-failed': 'failed',
} as const;

/** Mails the member about a refund, once for each kind. `at` is when it happened, `number` that of the credit note. */
async function notifyMember(
  context: PaymentsContext,
  template: keyof typeof MAIL_IDS,
  { member, payment, turn, credits, cents, currency }: RefundDoc,
  { at, number }: { at: number; number?: string | undefined },
): Promise<void> {
  const boughtAt = (await findPayment(context.mongo, payment))?.createdAt ?? at;
  await context.accounts.mail(member, {
    id: `${MAIL_IDS[template]}-${payment}-${turn}`,
    template,
    secret: null,
    receipt: { payment, credits, cents, currency, at, boughtAt, ...(number && { number }) },
  });
}

/**
 * The credits are returned before the refund counts as failed, so that a repeat after a crash returns them.
 */
async function giveBack(
  context: PaymentsContext,
  refund: RefundDoc,
  { checkedAt, refundId }: Pick<Seen, 'checkedAt' | 'refundId'>,
): Promise<RefundDoc> {
  await context.credits.undoTakenRefund(refund.member, refund);
  await takeRest(context, { _id: refund.payment, currency: refund.currency });
  await context.syncPremium(refund.member);
  await notifyMember(context, 'refund-failed', refund, { at: checkedAt });
  context.logger.error({ refund: refund._id }, 'refund refused by the provider: see admin refunds list');
  return end(context, refund, { checkedAt, refundId, waits: null, state: 'failed' });
}

async function end(
  context: PaymentsContext,
  refund: RefundDoc,
  change: Partial<RefundDoc> & { state: 'completed' | 'failed' | 'bounced' },
): Promise<RefundDoc> {
  const ended = await changeRefund(context.mongo, refund, change);
  const { member, payment, turn } = refund;
  if (ended) await context.publisher.durable(member, refundChanged, { payment, turn, state: change.state });
  return ended ?? { ...refund, ...change };
}

/** Refunds of a payment that a webhook named, also paid ones. */
export async function followRefundsOf(context: PaymentsContext, payment: string): Promise<void> {
  for (const refund of await refundsOfPayment(context.mongo, payment)) await followRefund(context, refund);
}

/**
 * Refunds left over after a crash or a lost webhook, and paid ones whose money may come back. One that fails does not
 * hold up the others, and an account that is away only its own. Returns the number checked.
 */
export async function reconcileRefunds(context: PaymentsContext): Promise<number> {
  const now = context.clock.now();
  const due = (await openRefunds(context.mongo, now)).filter(
    ({ state, checkedAt }) => state === 'asked' || now - checkedAt >= ASK_EVERY_MS,
  );
  const watched = await watchedRefunds(context.mongo, now);
  const away = new Set<string>();
  await eachAlone([...due, ...watched], (refund) => followRefund(context, refund, away));
  return due.length + watched.length;
}
