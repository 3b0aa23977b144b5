import type { CodeValidity, DiscountCode, PackageId, PaymentMethod } from '@heartline/contracts';

const SPELLING = /^[A-Z0-9][A-Z0-9_-]{2,31}$/;

/**
 * The code as it is stored: without spaces around it, ASCII letters in upper case. Undefined if no code is spelled so;
 * look-alikes of other scripts are never changed into ASCII.
 */
export function spelledCode(typed: string): string | undefined {
  const code = typed.trim().replace(/[a-z]/g, (letter) => letter.toUpperCase());
  return SPELLING.test(code) ? code : undefined;
}

/** The members who may use a code, and its time. */
export interface CodeTerms {
  /** Countries it is for; empty for every one. */
  countries: readonly string[];
  /** The only member it is for; null for all. */
  member: string | null;
  validity: CodeValidity;
  /** Server time from which it holds, and when it ends. */
  from: number;
  until: number;
}

/** A member who wants to use a code. `isFirst`: they never bought anything. */
export interface CodeBuyer {
  member: string;
  country: string;
  isFirst: boolean;
}

/** True if this member can use the code at `now`, whatever they order. */
export function isCodeFor(code: CodeTerms, buyer: CodeBuyer, now: number): boolean {
  if (now < code.from || now >= code.until) return false;
  if (code.member !== null && code.member !== buyer.member) return false;
  if (code.countries.length > 0 && !code.countries.includes(buyer.country)) return false;
  return code.validity !== 'first-purchase' || buyer.isFirst;
}

type Discount = Pick<
  DiscountCode,
  'value_percentage' | 'minimum_order_value' | 'currency' | 'packages' | 'paymentmethods'
>;

/** An order at its full price. Without `method` no way to pay was chosen yet. */
export interface CodeOrder {
  package: PackageId;
  fullCents: number;
  currency: string;
  method?: PaymentMethod;
}

/** True if the discount holds for this order. Its minimum is compared with the full price. */
export function holdsFor(discount: Discount, order: CodeOrder): boolean {
  return (
    order.fullCents >= discount.minimum_order_value &&
    (discount.currency === null || discount.currency === order.currency) &&
    discount.packages.includes(order.package) &&
    (order.method === undefined || discount.paymentmethods.includes(order.method))
  );
}

/** A price less a discount in whole percent, rounded in the member’s favour (S9-008). */
export function discountedCents(fullCents: number, percent: number): number {
  return Math.floor((fullCents * (100 - percent)) / 100);
}

/** The discounts a member has now: of their own, and the code they typed. */
export interface Discounts<D> {
  time: D | null;
  welcome: D | null;
  typed: D | null;
}

/**
 * The one discount of an order: the time bonus, else the welcome code (S4-043, S4-044). A typed code replaces it if it is
 * worth more. Discounts never add up.
 */
export function activeDiscount<D extends Discount>(
  { time, welcome, typed }: Discounts<D>,
  order: CodeOrder,
): D | null {
  const holding = (one: D | null) => (one && holdsFor(one, order) ? one : null);
  return betterOf(holding(time ?? welcome), holding(typed));
}

/** The discount that is worth more; the own one if both are worth the same. */
export function betterOf<D extends Pick<DiscountCode, 'value_percentage'>>(
  own: D | null,
  typed: D | null,
): D | null {
  if (!own || !typed) return own ?? typed;
  return typed.value_percentage > own.value_percentage ? typed : own;
}
