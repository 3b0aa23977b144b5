import {
  CONSTANTS,
  type getDiscountCode as contract,
  type OutputOf,
  paymentMethod,
} from '@heartline/contracts';
import { bonusEndsAt } from '@heartline/domain';
import { buyerOf, type PaymentsContext } from './payments-context.ts';

/** The running welcome discount with its end in server time; null otherwise (S4-037). */
export async function getDiscountCode(
  context: PaymentsContext,
  member: string,
): Promise<OutputOf<typeof contract>> {
  const { signedUpAt, bonusActive } = await buyerOf(context, member);
  const serverAt = context.clock.now();
  if (!bonusActive) return { discountcode: null, serverAt };
  return {
    discountcode: {
      code: CONSTANTS.timeBonusCode,
      country: null,
      user_id: member,
      expires: bonusEndsAt(signedUpAt),
      value_percentage: CONSTANTS.timeBonusPercent,
      currency: null,
      minimum_order_value: 0,
      status: 'active',
      validity: 'once-per-user',
      expired: false,
      paymentmethods: [...paymentMethod.options],
    },
    serverAt,
  };
}
