import { bonusEnded, CONSTANTS, expireBonus as job } from '@heartline/contracts';
import { bonusEndsAt } from '@heartline/domain';
import { endBonus, endHeldBonus, openBonus } from './bonus.repository.ts';
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

/** Ends the discount with the payment that holds it. False if another payment took it. */
export async function endBonusOfPayment(
  context: PaymentsContext,
  { member, _id: payment }: { member: string; _id: string },
): Promise<boolean> {
  const now = context.clock.now();
  const bonus = await endHeldBonus(context.mongo, member, { payment, now });
  await announceEnd(context, member, bonus === 'ended');
  return bonus !== 'of another';
}

async function announceEnd(context: PaymentsContext, member: string, ended: boolean): Promise<void> {
  if (ended) await context.publisher.durable(member, bonusEnded, { code: CONSTANTS.timeBonusCode });
}
