import {
  type getDiscountCode as contract,
  type OutputOf,
  ok,
  type ParsedOf,
  type Result,
} from '@heartline/contracts';
import { timeBonusOf, typedCodeOf, welcomeCodeOf } from './discounts.ts';
import { buyerOf, type PaymentsContext } from './payments-context.ts';

/** A typed code, the site’s welcome code, or the running welcome discount with its end in server time (S4-037). */
export async function getDiscountCode(
  context: PaymentsContext,
  { member, site }: { member: string; site: string },
  { code, welcome }: ParsedOf<typeof contract>,
): Promise<Result<OutputOf<typeof contract>>> {
  const buyer = { member, site, ...(await buyerOf(context, member)) };
  const serverAt = context.clock.now();
  if (code !== undefined) {
    const found = await typedCodeOf(context, code, buyer);
    return found.ok ? ok({ discountcode: found.value, serverAt }) : found;
  }
  const discountcode = welcome ? await welcomeCodeOf(context, buyer) : timeBonusOf(buyer);
  return ok({ discountcode, serverAt });
}
