import type { winBack as contract, OutputOf } from '@heartline/contracts';
import { codeId, insertCode } from './code.repository.ts';
import { problemWith, viewOf } from './discounts.ts';
import { buyerOf, type PaymentsContext } from './payments-context.ts';

const VALID_MS = 86_400_000;
/** No way to pay takes a price of nothing. */
const LARGEST_PERCENT = 99;

/**
 * The personal code offered on the delete screen, once per member: its id comes from theirs, so its insert is unique.
 * Repeats within 24 hours get the same code. `delete_discount` of the company sets its percentage; 0 offers none.
 */
export async function winBack(
  context: PaymentsContext,
  { member, site }: { member: string; site: string },
): Promise<OutputOf<typeof contract>> {
  const { company } = await context.site.settingsOf(site);
  const now = context.clock.now();
  const percent = Math.min(company.delete_discount, LARGEST_PERCENT);
  if (percent <= 0) return { discountcode: null, serverAt: now };
  const code = `BACK-${BigInt(`0x${member}`).toString(36).toUpperCase()}`;
  const fresh = {
    _id: codeId(site, code),
    site,
    code,
    kind: 'win-back' as const,
    percent,
    countries: [],
    member,
    currency: null,
    minimumCents: 0,
    packages: null,
    methods: null,
    validity: 'once-per-user' as const,
    maxUses: null,
    from: now,
    until: now + VALID_MS,
    endedAt: null,
    createdAt: now,
  };
  const made = (await insertCode(context.mongo, fresh)) ?? fresh;
  const buyer = { member, site, ...(await buyerOf(context, member)) };
  const problem = await problemWith(context, made, buyer);
  return { discountcode: problem === null ? viewOf(made, buyer) : null, serverAt: now };
}
