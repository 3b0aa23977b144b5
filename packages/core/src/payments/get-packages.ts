import { type getPackages as contract, type OutputOf, paymentMethod } from '@heartline/contracts';
import { offeredPackages } from '@heartline/domain';
import { buyerOf, type PaymentsContext } from './payments-context.ts';

/** The four packs at this member’s current price, and the ways to pay. */
export async function getPackages(
  context: PaymentsContext,
  member: string,
): Promise<OutputOf<typeof contract>> {
  const { country, bonusActive } = await buyerOf(context, member);
  return { packages: offeredPackages(country, bonusActive), methods: [...paymentMethod.options] };
}
