import {
  creditsChanged,
  type getRefund as getContract,
  type OutputOf,
  ok,
  type ParsedOf,
  type Refund,
  type Result,
  refundChanged,
  refuse,
  type startRefund as startContract,
} from '@heartline/contracts';
import {
  eachAlone,
  failpoint,
  type ProviderRefund,
  ProviderRefused,
  ProviderUnavailable,
} from '@heartline/platform';
import { balanceAfter } from '../credits/index.ts';
import { findPayment } from './payment.repository.ts';
import { providerOf } from './payment-accounts.ts';
import type { PaymentsContext } from './payments-context.ts';
import {
  changeRefund,
  dropRefund,
  keepRefund,
  openRefunds,
  type RefundDoc,
  refundDocId,
  refundsOf,
} from './refund.repository.ts';

const DAY_MS = 86_400_000;
/** The ledger decides a request within this time, or refuses it. */
const DECIDE_MS = 30_000;
/** A request without a ledger row after this time never gets one: a row decided in time exists by then. */
const ASKED_MS = 60_000;
/** Minimum time between two questions to the provider about a refund. */
const ASK_EVERY_MS = 55_000;

/** Step one: the refundable amount of each payment. Changes nothing. */
export async function getRefund(
  context: PaymentsContext,
  viewer: { member: string; site: string },
): Promise<OutputOf<typeof getContract>> {
  const { settings } = await context.site.settingsOf(viewer.site);
  const [offers, refunds] = await Promise.all([
    context.credits.refundOffers(viewer.member, settings.refund_days),
    refundsOf(context.mongo, viewer.member),
  ]);
  return {
    offers: offers.map(({ payment, turn, credits, cents, currency, at, endsPremium }) => ({
      payment,
      turn,
      credits,
      cents,
      currency,
      boughtAt: at,
      until: at + settings.refund_days * DAY_MS,
      endsPremium,
    })),
    refunds: refunds.map(present),
    refund_days: settings.refund_days,
  };
}

/**
 * Step two: refunds the unspent credits of one payment, exactly as offered. A member never has both the
 * credits and the money, and no payment is refunded twice (C6).
 *
 *     request stored
 *       ↓
 *     ledger row: credits out, decided on the balance at that row ─ no → REFUND_CHANGED
 *       ↓
 *     refund at the provider, under its own key
 *       ↓ crash anywhere: the webhook or the reconcile job continues
 *     paid → receipt by mail, once → completed
 *     refused → credits back (`return`) → failed
 *       crash here: the provider is not asked again
 *
 * Repeating the same request repeats the steps and returns the result.
 */
export async function startRefund(
  context: PaymentsContext,
  viewer: { member: string; site: string },
  wish: ParsedOf<typeof startContract>,
): Promise<Result<OutputOf<typeof startContract>>> {
  const payment = await findPayment(context.mongo, wish.payment);
  if (payment?.member !== viewer.member || payment.state !== 'completed') return refuse('NOT_FOUND');
  const { settings } = await context.site.settingsOf(viewer.site);
  const now = context.clock.now();
  const { payment: of, turn, credits, cents } = wish;
  const asked: RefundDoc = {
    _id: refundDocId(of, turn),
    member: viewer.member,
    payment: of,
    turn,
    credits,
    cents,
    currency: payment.currency,
    state: 'asked',
    refundId: null,
    createdAt: now,
    checkedAt: 0,
  };
  await keepRefund(context.mongo, asked);
  failpoint('refund:before-ledger');
  const decideBy = now + DECIDE_MS;
  const row = await context.credits.takeRefund(viewer.member, {
    ...wish,
    days: settings.refund_days,
    decideBy,
  });
  if ('code' in row) return { ok: false, refusal: row };
  failpoint('refund:after-ledger');
  // It may have been dropped as undecided in between.
  const existing = await keepRefund(context.mongo, asked);
  return ok({ refund: present(await followRefund(context, existing)) });
}

/**
 * Advances a refund as far as the provider allows; changes nothing while the provider cannot be asked. Safe
 * to repeat.
 */
async function followRefund(context: PaymentsContext, refund: RefundDoc): Promise<RefundDoc> {
  const pending = refund.state === 'asked' ? await begin(context, refund) : refund;
  if (pending?.state !== 'pending') return pending ?? refund;
  await context.syncPremium(pending.member);
  // The credits were returned before an interruption: another question to the provider might pay out the
  // money as well.
  const isUndone = await context.credits.isRefundUndone(pending.member, pending);
  if (isUndone) return giveBack(context, pending, pending);
  try {
    return await ask(context, pending);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    context.logger.warn(
      { refund: refund._id, reason: error.message },
      'refund delayed: payment provider unavailable',
    );
    return pending;
  }
}

/**
 * The ledger has decided: its row has the amount. The member is notified before the state changes, so that a
 * repeat after a crash notifies again.
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
  return changeRefund(context.mongo, refund, { ...amounts, state: 'pending' });
}

async function ask(context: PaymentsContext, refund: RefundDoc): Promise<RefundDoc> {
  const payment = await findPayment(context.mongo, refund.payment);
  const { account, providerId } = payment ?? {};
  if (!account || !providerId) throw new Error(`refund ${refund._id}: payment has no provider id`);
  failpoint('refund:before-provider');
  const word = await wordOn(context, { account, providerId }, refund);
  failpoint('refund:after-provider');
  const seen = { checkedAt: context.clock.now(), refundId: word?.id ?? refund.refundId };
  if (word?.state === 'done') return complete(context, refund, seen);
  if (word?.state === 'failed') return giveBack(context, refund, seen);
  return (await changeRefund(context.mongo, refund, seen)) ?? refund;
}

/** The provider’s word on a refund; the first question asks for it. Undefined: nothing is known yet. */
async function wordOn(
  context: PaymentsContext,
  { account, providerId: id }: { account: string; providerId: string },
  { payment, turn, cents, currency, refundId }: RefundDoc,
): Promise<(Pick<ProviderRefund, 'state'> & { id: string | null }) | undefined> {
  const provider = providerOf(context.payments, account);
  if (refundId) return (await provider.look(id))?.refunds.find((one) => one.id === refundId);
  try {
    return await provider.refund({ key: `refund-${payment}-${turn}`, id, cents, currency });
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    return { id: null, state: 'failed' };
  }
}

type Seen = Pick<RefundDoc, 'checkedAt' | 'refundId'>;

async function complete(context: PaymentsContext, refund: RefundDoc, seen: Seen): Promise<RefundDoc> {
  const { payment, credits, cents, currency, createdAt: at } = refund;
  const receipt = { payment, credits, cents, currency, at };
  await context.accounts.mail(refund.member, {
    id: `refund-${refund.payment}-${refund.turn}`,
    template: 'refund-receipt',
    secret: null,
    receipt,
  });
  return end(context, refund, { ...seen, state: 'completed' });
}

/**
 * The credits are returned before the refund counts as failed, so that a repeat after a crash returns them.
 */
async function giveBack(
  context: PaymentsContext,
  refund: RefundDoc,
  { checkedAt, refundId }: Seen,
): Promise<RefundDoc> {
  await context.credits.undoTakenRefund(refund.member, refund);
  await context.syncPremium(refund.member);
  return end(context, refund, { checkedAt, refundId, state: 'failed' });
}

async function end(
  context: PaymentsContext,
  refund: RefundDoc,
  change: Seen & { state: 'completed' | 'failed' },
): Promise<RefundDoc> {
  const ended = await changeRefund(context.mongo, refund, change);
  const { member, payment, turn } = refund;
  if (ended) await context.publisher.durable(member, refundChanged, { payment, turn, state: change.state });
  return ended ?? { ...refund, ...change };
}

/** Refunds of a payment that a webhook named. */
export async function followRefundsOf(context: PaymentsContext, payment: string): Promise<void> {
  for (const refund of await openRefunds(context.mongo, payment)) await followRefund(context, refund);
}

/**
 * Refunds left over after a crash or a lost webhook; one that fails does not hold up the others. Returns the
 * number checked.
 */
export async function reconcileRefunds(context: PaymentsContext): Promise<number> {
  const now = context.clock.now();
  const due = (await openRefunds(context.mongo)).filter(
    ({ state, checkedAt }) => state === 'asked' || now - checkedAt >= ASK_EVERY_MS,
  );
  await eachAlone(due, (refund) => followRefund(context, refund));
  return due.length;
}

function present({ payment, turn, credits, cents, currency, state, createdAt }: RefundDoc): Refund {
  return {
    payment,
    turn,
    credits,
    cents,
    currency,
    state: state === 'asked' ? 'pending' : state,
    at: createdAt,
  };
}
