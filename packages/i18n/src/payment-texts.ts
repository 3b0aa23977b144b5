import type { MessageDescriptor } from '@lingui/core';

/**
 * Texts that others than the member may see: on a page of a provider, or on the lock screen of a phone. They are discreet
 * and have no name of the site.
 */
export const PAYMENT_TEXTS = {
  credits: /*i18n*/ {
    id: 'payment.credits',
    message: '{credits, plural, one {# credit} other {# credits}}',
  },
  /** One text message: in letters of the GSM alphabet it holds 160, in others 70. */
  smsCode: /*i18n*/ {
    id: 'payment.smsCode',
    message: 'Code {code} confirms your payment of {price}. Do not share it with anyone.',
  },
} as const satisfies Record<string, MessageDescriptor>;
