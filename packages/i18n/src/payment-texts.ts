import type { MessageDescriptor } from '@lingui/core';

/** Texts that a payment provider shows of an order: discreet, without the name of the site. */
export const PAYMENT_TEXTS = {
  credits: /*i18n*/ {
    id: 'payment.credits',
    message: '{credits, plural, one {# credit} other {# credits}}',
  },
} as const satisfies Record<string, MessageDescriptor>;
