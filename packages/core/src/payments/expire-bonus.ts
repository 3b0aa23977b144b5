import { bonusEnded, CONSTANTS, expireBonus as job } from '@heartline/contracts';
import { bonusEndsAt } from '@heartline/domain';
import { endBonus, endHeldBonus, openBonus } from './bonus.repository.ts';
import type { PaymentsContext } from './payments-context.ts';

/** A timer that fires a moment too early would do nothing, so it aims a moment late. */
const MARGIN_MS = 250;

/** Opens the welcome discount of a new member and sets the timer that ends it. Safe to repeat. */
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
 * Ends the discount when its 14,400 s are over, once: early or twice does nothing. A lost timer is found by
 * `reconcilePayments`. Prices never wait for this: they ask the clock.
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

/** The discount is over with the payment that has it. False where another one took it. */
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
