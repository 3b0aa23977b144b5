import { creditsChanged, refundChanged } from '@heartline/contracts';
import { isLostTo, isUnpaid, nextRefundState, waitOf } from '@heartline/domain';
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
const DAY_MS = 86_400_000;
/** Paid money may come back for this long: banks return it within days, card schemes within weeks. */
const WATCH_MS = 60 * DAY_MS;
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
  const word = canRefund(context, payment, refund)
    ? await notingAway(payment, away, () => wordOn(context, payment, refund))
    : BY_HAND;
  failpoint('refund:after-provider');
  const checkedAt = context.clock.now();
  const seen = { checkedAt, refundId: word.id ?? refund.refundId, waits: word.waits ?? null };
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
function canRefund(
  context: PaymentsContext,
  payment: PaymentDoc,
  { cents, refundId, byHand }: RefundDoc,
): boolean {
  if (byHand) return false;
  // It was asked for before.
  if (refundId !== null) return true;
  const refund = providerOf(context.payments, payment.account).can[payment.method]?.refund;
  return refund === 'whole' ? cents === payment.priceCents : refund !== 'no';
}

/** The provider’s word on a refund; without an id while it knows nothing of it. */
type Word = Pick<ProviderRefund, 'state'> & { id: string | null; isByBank?: boolean } & Pick<
    RefundDoc,
    'waits'
  >;

/** The provider can’t give the money back: a person does. */
const BY_HAND: Word = { id: null, state: 'pending', waits: 'person' };

/**
 * The provider’s word on a refund, or what it waits for. The first question that finds the money free asks for the
 * refund. One found under our key was asked for by an earlier try whose answer was lost.
 */
async function wordOn(
  context: PaymentsContext,
  of: PaymentDoc,
  { payment, turn, cents, currency, refundId }: RefundDoc,
): Promise<Word> {
  const provider = providerOf(context.payments, of.account);
  const id = of.providerId ?? '';
  const key = `refund-${payment}-${turn}`;
  const look = await provider.look(id);
  const known = look?.refunds.find((one) => (refundId ? one.id === refundId : one.key === key));
  if (known && known.state !== 'failed') return known;
  // A dispute fails a refund that was under way: the bank has the money, so the credits stay out.
  const held = look && heldBy(look, { refundId, cents });
  if (held) return held;
  if (known) return known;
  // A refund that the provider does not list yet.
  if (refundId) return { id: refundId, state: 'pending', waits: null };
  try {
    return await provider.refund({ key, id, cents, currency });
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    return { id: null, state: 'failed' };
  }
}

/** The word on a refund whose money the payer’s bank took or holds, or that has not come; undefined if it is free. */
function heldBy(
  look: Look,
  { refundId: id, cents }: Pick<RefundDoc, 'refundId' | 'cents'>,
): Word | undefined {
  // The money of a promised debit never came, or the bank took it for good: the member has it.
  const neverCame = look.receivedCents === 0 && isUnpaid(look.state);
  if (neverCame || isLostTo(look.disputes, cents)) return { id, state: 'done', isByBank: true };
  const waits = waitOf(look);
  return waits ? { id, state: 'pending', waits } : undefined;
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
  { isByBank = false }: { isByBank?: boolean } = {},
): Promise<RefundDoc> {
  const bought = await findPayment(context.mongo, refund.payment);
  const note = bought && (await issueCreditNote(context, refund, bought));
  failpoint('refund:after-credit-note');
  if (!isByBank)
    await notifyMember(context, 'refund-receipt', refund, { at: seen.checkedAt, number: note?.number });
  const paidAt = seen.checkedAt;
  return end(context, refund, { ...seen, state: 'completed', paidAt, watchAt: paidAt + DAY_MS });
}

/**
 * Looks after a paid refund, since its money may come back. The credits are returned once before the state changes, so
 * that a repeat after a crash finishes the rest: it is due until then.
 */
async function watch(context: PaymentsContext, refund: RefundDoc, away: Set<string>): Promise<RefundDoc> {
  const word = await wordOnPaid(context, refund, away);
  const checkedAt = context.clock.now();
  if (word === 'away' || nextRefundState('completed', word) !== 'bounced') {
    const isOver = checkedAt + DAY_MS - (refund.paidAt ?? refund.createdAt) > WATCH_MS;
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

/** The provider’s word on a paid refund; one that it does not list stays done. */
async function wordOnPaid(
  context: PaymentsContext,
  { payment: id, refundId, cents, _id }: RefundDoc,
  away: Set<string>,
): Promise<ProviderRefund['state'] | 'away'> {
  const payment = await findPayment(context.mongo, id);
  const { providerId } = payment ?? {};
  if (!payment || !providerId || refundId === null) return 'done';
  try {
    const provider = providerOf(context.payments, payment.account);
    const look = await notingAway(payment, away, () => provider.look(providerId));
    // Money that the bank holds or took did not come back to us.
    if (!look || isLostTo(look.disputes, cents) || waitOf(look) === 'dispute') return 'done';
    return look.refunds.find((one) => one.id === refundId)?.state ?? 'done';
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    context.logger.warn(
      { refund: _id, reason: error.message },
      'paid refund not looked at: provider unavailable',
    );
    return 'away';
  }
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
  const due = (await openRefunds(context.mongo)).filter(
    ({ state, checkedAt }) => state === 'asked' || now - checkedAt >= ASK_EVERY_MS,
  );
  const watched = await watchedRefunds(context.mongo, now);
  const away = new Set<string>();
  await eachAlone([...due, ...watched], (refund) => followRefund(context, refund, away));
  return due.length + watched.length;
}
