import type { DiscountCode } from '@heartline/contracts';
import { ProviderUnavailable } from '@heartline/platform';
import {
  type BonusDoc,
  findHold,
  hasBonusEnded,
  holdDiscount,
  noteNotOpening,
  openBonus,
} from './bonus.repository.ts';
import { closePayment } from './close-payment.ts';
import { findCode, isUsedUp, spendCode, takeSlot, undoUse } from './code.repository.ts';
import { findPayment, hasBought, type PaymentDoc } from './payment.repository.ts';
import type { PaymentsContext } from './payments-context.ts';

/** A payment that took the discount within this time may still be on its way to the provider. */
export const OPENING_MS = 30_000;

/**
 * The fate of the discount:
 *
 * - `taken`: the price is the discounted one.
 * - `over`: the full price.
 * - `busy`: the other payment is neither closed nor paid yet; try again in a moment.
 * - `open`: the other checkout can’t be closed; it goes on, or ends by itself.
 */
export type DiscountTake =
  | { kind: 'taken' | 'over' | 'busy' }
  | { kind: 'open'; values: { payment: string; redirect: string; until: number } };

/** A payment that takes a discount. `bonusEndsAt`: the end of the member’s welcome discount. */
interface Order {
  member: string;
  site: string;
  payment: string;
  bonusEndsAt: number;
  discount: Pick<DiscountCode, 'code' | 'kind'>;
}

/**
 * Takes a discount for a payment. A member has one discounted checkout at a time, so each code is used once for all
 * payments opened concurrently (C7, C13). Their older checkout is closed at the provider first, so that it can’t be
 * paid too, and they keep the discount.
 */
export async function takeDiscount(context: PaymentsContext, order: Order): Promise<DiscountTake> {
  const { member, payment, discount } = order;
  const hold = await openBonus(context.mongo, member, order.bonusEndsAt);
  const inTheWay = await freeHold(context, hold, payment);
  if (inTheWay) return inTheWay;
  const now = context.clock.now();
  const isBonus = discount.kind === 'time';
  const held = await holdDiscount(context.mongo, member, {
    payment,
    code: discount.code,
    holder: hold.payment,
    now,
    isBonus,
  });
  if (!held) return { kind: isBonus && (await isBonusOver(context, order, now)) ? 'over' : 'busy' };
  if (isBonus || (await isFree(context, order, now))) return { kind: 'taken' };
  // No payment opens with this hold: another may take it at once.
  await noteNotOpening(context.mongo, member, payment);
  return { kind: 'over' };
}

async function isBonusOver(context: PaymentsContext, order: Order, now: number): Promise<boolean> {
  return now >= order.bonusEndsAt || (await hasBonusEnded(context.mongo, order.member));
}

/**
 * True if the code can still be used, with a use of it reserved where they are limited. Asked by the holder alone: what
 * another payment used meanwhile is stored by then.
 */
async function isFree(context: PaymentsContext, order: Order, now: number): Promise<boolean> {
  const { mongo } = context;
  const { member, site, payment, discount } = order;
  const code = await findCode(mongo, site, discount.code);
  if (!code || (await isUsedUp(mongo, code, member))) return false;
  if (code.validity === 'first-purchase' && (await hasBought(mongo, member))) return false;
  return takeSlot(mongo, code, { member, payment, now });
}

const BUSY: DiscountTake = { kind: 'busy' };

/** Undefined if the member’s hold is free for this payment; otherwise what is in the way. */
async function freeHold(
  context: PaymentsContext,
  hold: BonusDoc,
  payment: string,
): Promise<DiscountTake | undefined> {
  if (hold.payment === null || hold.payment === payment) return undefined;
  const holder = await findPayment(context.mongo, hold.payment);
  const isOpening = context.clock.now() - (hold.heldAt ?? 0) < OPENING_MS;
  if (!holder) return isOpening ? BUSY : undefined;
  const { _id, method, state, providerId, expiresAt: until } = holder;
  // The money may be on its way already, so only the member gives a transfer or a debit up.
  if ((method === 'sct' || method === 'sdd') && state === 'pending' && providerId !== null)
    return { kind: 'open', values: { payment: _id, redirect: '', until } };
  return free(context, holder, isOpening);
}

/**
 * Undefined if a payment is closed without having used the discount, or was paid and granted. Only the provider can
 * close a failed or abandoned one, which could still be paid. A payment held for another amount never grants by
 * itself, so its discount is free again.
 */
async function free(
  context: PaymentsContext,
  holder: PaymentDoc,
  isOpening: boolean,
): Promise<DiscountTake | undefined> {
  if (holder.providerId === null && isOpening) return BUSY;
  try {
    const { payment, openUntil } = await closePayment(context, holder, 'replaced');
    if (openUntil !== null)
      return {
        kind: 'open',
        values: { payment: payment._id, redirect: payment.redirect ?? '', until: openUntil },
      };
    const isUngranted = payment.state === 'completed' && payment.grantedAt === null;
    return payment.state === 'pending' || isUngranted ? BUSY : undefined;
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    context.logger.warn(
      { payment: holder._id, reason: error.message },
      'checkout not closed: provider unavailable',
    );
    return BUSY;
  }
}

/**
 * Uses the code of a payment that an operator accepts, unless another payment has it by now. The use is stored before
 * the hold is read: a payment that takes the hold meanwhile finds the use.
 */
export async function spendHeldDiscount(context: PaymentsContext, payment: PaymentDoc): Promise<boolean> {
  const { mongo, clock } = context;
  const { _id, member, code } = payment;
  if (code === null) return true;
  if ((await spendCode(mongo, { ...payment, code: code.code }, clock.now())) === 'of another') return false;
  const hold = await findHold(mongo, member);
  if (!hold || hold.payment === null || hold.payment === _id) return true;
  const holder = await findPayment(mongo, hold.payment);
  const isOpening = clock.now() - (hold.heldAt ?? 0) < OPENING_MS;
  if (holder ? holder.code?.code !== code.code : !isOpening) return true;
  await undoUse(mongo, { ...payment, code: code.code });
  return false;
}
