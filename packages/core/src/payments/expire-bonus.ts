import { bonusEnded, CONSTANTS, expireBonus as job } from '@heartline/contracts';
import { bonusEndsAt } from '@heartline/domain';
import { endBonus, openBonus } from './bonus.repository.ts';
import { type CodeDoc, endOwnCode } from './code.repository.ts';
import type { PaymentsContext } from './payments-context.ts';

/** The timer fires slightly late, because a timer that fires early would do nothing. */
const MARGIN_MS = 250;

/** Creates the welcome discount of a new member and sets the timer that ends it. Safe to repeat. */
export async function scheduleBonusEnd(
  context: PaymentsContext,
  member: string,
  signedUpAt: number,
): Promise<void> {
  const endsAt = bonusEndsAt(signedUpAt);
  await openBonus(context.mongo, member, endsAt);
  const delayMs = Math.max(0, endsAt - context.clock.now()) + MARGIN_MS;
  await context.queues.enqueue(job, { member }, { jobId: `bonus-${member}`, delayMs });
}

/**
 * Ends the discount after its 14,400 s, once; early or repeated calls do nothing. `reconcilePayments` finds a
 * lost timer. Prices do not depend on it: they check the clock.
 */
export async function expireBonus(context: PaymentsContext, member: string): Promise<void> {
  const now = context.clock.now();
  await announceEnd(context, member, await endBonus(context.mongo, member, { dueBy: now, now }));
}

/** Ends the discount because the member paid. */
export async function endBonusOfBuyer(context: PaymentsContext, member: string): Promise<void> {
  const now = context.clock.now();
  await announceEnd(
    context,
    member,
    await endBonus(context.mongo, member, { dueBy: Number.MAX_SAFE_INTEGER, now }),
  );
}

/** Ends a win-back code whose time is up, and tells its member once. */
export async function expireOwnCode(context: PaymentsContext, code: CodeDoc): Promise<void> {
  const isEnded = await endOwnCode(context.mongo, code._id, context.clock.now());
  if (isEnded && code.member !== null) await announceCodeEnd(context, code.member, code.code);
}

async function announceEnd(context: PaymentsContext, member: string, ended: boolean): Promise<void> {
  if (ended) await announceCodeEnd(context, member, CONSTANTS.timeBonusCode);
}

/** Tells the member’s devices that a discount of theirs is over. */
export async function announceCodeEnd(context: PaymentsContext, member: string, code: string): Promise<void> {
  await context.publisher.durable(member, bonusEnded, { code });
}
