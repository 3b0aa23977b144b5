import {
  CONSTANTS,
  type DiscountCode,
  ok,
  packageId,
  paymentMethod,
  type Result,
  refuse,
} from '@heartline/contracts';
import { bonusEndsAt, type CodeBuyer, type Discounts, isCodeFor, spelledCode } from '@heartline/domain';
import { type CodeDoc, findCode, findWelcomeCodes, isUsedUp } from './code.repository.ts';
import { hasBought } from './payment.repository.ts';
import { type buyerOf, type PaymentsContext } from './payments-context.ts';

/** A member with the facts that their discounts depend on. */
export type DiscountBuyer = { member: string; site: string } & Awaited<ReturnType<typeof buyerOf>>;

/** The welcome discount of a new member (S9-009) while it runs; null otherwise. */
export function timeBonusOf({ member, signedUpAt, bonusActive }: DiscountBuyer): DiscountCode | null {
  if (!bonusActive) return null;
  return {
    code: CONSTANTS.timeBonusCode,
    kind: 'time',
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
    packages: [...packageId.options],
  };
}

/** The site’s welcome code with the largest discount for this member; null for members who paid (S7-077). */
export async function welcomeCodeOf(
  context: PaymentsContext,
  buyer: DiscountBuyer,
): Promise<DiscountCode | null> {
  if (buyer.premium) return null;
  const offered = await findWelcomeCodes(context.mongo, buyer.site);
  const best = offered.toSorted(
    (one, other) => other.percent - one.percent || (one._id < other._id ? -1 : 1),
  );
  for (const code of best) if ((await problemWith(context, code, buyer)) === null) return viewOf(code, buyer);
  return null;
}

/** The code a member typed, or the refusal that says why it can’t be used. */
export async function typedCodeOf(
  context: PaymentsContext,
  typed: string,
  buyer: DiscountBuyer,
): Promise<Result<DiscountCode>> {
  const spelled = spelledCode(typed);
  if (spelled === undefined) return refuse('CODE_NOT_FOUND');
  if (spelled === CONSTANTS.timeBonusCode) {
    const bonus = timeBonusOf(buyer);
    return bonus ? ok(bonus) : refuse('CODE_NOT_FOUND');
  }
  const code = await findCode(context.mongo, buyer.site, spelled);
  if (!code) return refuse('CODE_NOT_FOUND');
  const problem = await problemWith(context, code, buyer);
  return problem === null ? ok(viewOf(code, buyer)) : refuse(problem);
}

/** Why this member can’t use the code; null if they can. */
export async function problemWith(
  context: PaymentsContext,
  code: CodeDoc,
  buyer: DiscountBuyer,
): Promise<'CODE_NOT_FOUND' | 'CODE_USED' | null> {
  const now = context.clock.now();
  const { member, country } = buyer;
  // A member who used a first-purchase code bought with it: that is "used", not "not found".
  const asFirst: CodeBuyer = { member, country, isFirst: true };
  if (code.endedAt !== null || !isCodeFor(code, asFirst, now)) return 'CODE_NOT_FOUND';
  if (await isUsedUp(context.mongo, code, member)) return 'CODE_USED';
  const isFirst =
    code.validity !== 'first-purchase' || !(buyer.premium || (await hasBought(context.mongo, member)));
  return isCodeFor(code, { ...asFirst, isFirst }, now) ? null : 'CODE_NOT_FOUND';
}

/** A code as this member reads it. */
export function viewOf(
  code: CodeDoc,
  { member, country }: Pick<DiscountBuyer, 'member' | 'country'>,
): DiscountCode {
  return {
    code: code.code,
    kind: code.kind,
    country: code.countries.length > 0 ? country : null,
    user_id: member,
    expires: code.until,
    value_percentage: code.percent,
    currency: code.currency,
    minimum_order_value: code.minimumCents,
    status: 'active',
    validity: code.validity,
    expired: false,
    paymentmethods: [...(code.methods ?? paymentMethod.options)],
    packages: [...(code.packages ?? packageId.options)],
  };
}

/** The discounts a member has now, and the one they typed. The welcome code is asked for only where it counts. */
export async function discountsOf(
  context: PaymentsContext,
  buyer: DiscountBuyer,
  typed: DiscountCode | null,
): Promise<Discounts<DiscountCode>> {
  const time = timeBonusOf(buyer);
  return { time, welcome: time ? null : await welcomeCodeOf(context, buyer), typed };
}
