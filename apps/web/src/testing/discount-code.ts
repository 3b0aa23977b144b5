import { type DiscountCode, packageId } from '@heartline/contracts';

/** A discount code as the server answers it: by default the time bonus of member `m`, with its end far away. */
export const discountCodeOf = (facts: Partial<DiscountCode> = {}): DiscountCode => ({
  code: 'TIMEBONUS25',
  kind: 'time',
  country: null,
  user_id: 'm',
  expires: Date.UTC(2100, 0),
  value_percentage: 25,
  currency: null,
  minimum_order_value: 0,
  status: 'active',
  validity: 'once-per-user',
  expired: false,
  paymentmethods: ['creditcard', 'ideal'],
  packages: [...packageId.options],
  ...facts,
});
