import type { ErrorCode, FieldError } from '@heartline/contracts';
import type { I18n, MessageDescriptor } from '@lingui/core';

/**
 * The text of every refusal; a new code does not compile without one. Texts of section 8 of the specification are
 * copied letter by letter, 'occured' and 'adress' included (product decisions).
 */
export const ERROR_TEXTS: Record<ErrorCode, MessageDescriptor> = {
  VALIDATION_FAILED: /*i18n*/ { id: 'error.VALIDATION_FAILED', message: 'Check the marked fields.' },
  UNSUPPORTED_MEDIA_TYPE: /*i18n*/ { id: 'error.UNSUPPORTED_MEDIA_TYPE', message: 'An error has occurred.' },
  PAYLOAD_TOO_LARGE: /*i18n*/ { id: 'error.PAYLOAD_TOO_LARGE', message: 'This is too large to send.' },
  NOT_FOUND: /*i18n*/ { id: 'error.NOT_FOUND', message: 'This page could not be found' },
  METHOD_NOT_ALLOWED: /*i18n*/ { id: 'error.METHOD_NOT_ALLOWED', message: 'An error has occurred.' },
  UNKNOWN_EVENT: /*i18n*/ {
    id: 'error.UNKNOWN_EVENT',
    message: 'This page is out of date. Reload it to continue.',
  },
  AUTHENTICATION_REQUIRED: /*i18n*/ { id: 'error.AUTHENTICATION_REQUIRED', message: 'Log in first.' },
  ANOTHER_MEMBER: /*i18n*/ {
    id: 'error.ANOTHER_MEMBER',
    message: 'Someone else is logged in here now.',
  },
  FOREIGN_ORIGIN: /*i18n*/ { id: 'error.FOREIGN_ORIGIN', message: 'This request came from another website.' },
  RATE_LIMITED: /*i18n*/ {
    id: 'error.RATE_LIMITED',
    message: 'That was a lot in a short time. Wait a moment and try again.',
  },
  UNAVAILABLE: /*i18n*/ { id: 'error.UNAVAILABLE', message: 'An error occured, please try again later.' },
  INTERNAL: /*i18n*/ {
    id: 'error.INTERNAL',
    message: 'Something went wrong, please contact customer service for help.',
  },
  LOGIN_FAILED: /*i18n*/ { id: 'error.LOGIN_FAILED', message: 'Login failed, please try again' },
  LOGIN_BLOCKED: /*i18n*/ {
    id: 'error.LOGIN_BLOCKED',
    message: 'Too many incorrect attempts, account blocked for {minutes} min.',
  },
  NOT_CONFIRMED: /*i18n*/ {
    id: 'error.NOT_CONFIRMED',
    message: 'Your account isn’t active yet. Open the link in the e-mail we sent you.',
  },
  ACCOUNT_DISABLED: /*i18n*/ {
    id: 'error.ACCOUNT_DISABLED',
    message: 'This account is suspended. Contact customer service if you think it’s a mistake.',
  },
  ACTIVATION_FAILED: /*i18n*/ { id: 'error.ACTIVATION_FAILED', message: 'Activation failed' },
  EMAIL_TAKEN: /*i18n*/ {
    id: 'error.EMAIL_TAKEN',
    message: 'This email address already owns an account on this website.',
  },
  EMAIL_NOT_FOUND: /*i18n*/ { id: 'error.EMAIL_NOT_FOUND', message: 'E-mail address not found' },
  MAILED_RECENTLY: /*i18n*/ {
    id: 'error.MAILED_RECENTLY',
    message:
      'We e-mailed you less than a minute ago. You can ask again in {seconds, plural, one {# second} other {# seconds}}.',
  },
  LINK_EXPIRED: /*i18n*/ {
    id: 'error.linkExpired',
    message: 'Link expired or invalid, request a new email',
  },
  OLD_PASSWORD_WRONG: /*i18n*/ {
    id: 'error.OLD_PASSWORD_WRONG',
    message: 'Please check your old password.',
  },
  PASSWORD_WRONG: /*i18n*/ { id: 'error.PASSWORD_WRONG', message: 'Check your password.' },
  PASSWORD_REQUIRED: /*i18n*/ {
    id: 'error.PASSWORD_REQUIRED',
    message: 'Enter your password, or choose a new one.',
  },
  NEW_EMAIL_INVALID: /*i18n*/ { id: 'error.NEW_EMAIL_INVALID', message: 'New email adress is invalid.' },
  EMAIL_PENDING_DELETION: /*i18n*/ {
    id: 'error.EMAIL_PENDING_DELETION',
    message:
      'The account with this e-mail address is being deleted. You can restore it with the link in our e-mail.',
  },
  SIGNUP_CLOSED: /*i18n*/ { id: 'error.SIGNUP_CLOSED', message: 'Signing up is by invitation only.' },
  PHOTO_LIMIT: /*i18n*/ {
    id: 'error.PHOTO_LIMIT',
    message: 'Your profile is full: {limit} photos. Delete one to add another.',
  },
  PHOTO_LIMIT_FREE: /*i18n*/ {
    id: 'error.PHOTO_LIMIT_FREE',
    message: 'Free members can upload up to {limit} photos. With Premium, it’s {premiumLimit}.',
  },
  PHOTO_UNREADABLE: /*i18n*/ {
    id: 'error.PHOTO_UNREADABLE',
    message: 'We couldn’t read this picture. Try a JPEG, PNG or WebP.',
  },
  PHOTO_TOO_LARGE: /*i18n*/ {
    id: 'error.PHOTO_TOO_LARGE',
    message: 'This picture is too large. The limit is {megabytes} MB and {megapixels} megapixels.',
  },
  PHOTO_TOO_SMALL: /*i18n*/ {
    id: 'error.PHOTO_TOO_SMALL',
    message: 'This photo is too small. Choose one of at least {pixels} × {pixels} pixels.',
  },
  PHOTO_TOO_NARROW: /*i18n*/ {
    id: 'error.PHOTO_TOO_NARROW',
    message: 'This photo is too narrow. Crop it: its long side may be at most {ratio} times its short side.',
  },
  PHOTO_DRAFTS: /*i18n*/ {
    id: 'error.PHOTO_DRAFTS',
    message: 'You already have {limit} photos waiting to be sent. Send or remove one first.',
  },
  PHOTO_GONE: /*i18n*/ {
    id: 'error.PHOTO_GONE',
    message: 'This photo is no longer available. Choose it again. Nothing was charged.',
  },
  PAGE_GONE: /*i18n*/ {
    id: 'error.PAGE_GONE',
    message: 'This page was taken down.',
  },
  GIFT_GONE: /*i18n*/ {
    id: 'error.GIFT_GONE',
    message: 'This gift is no longer available. Nothing was sent or charged.',
  },
  PREMIUM_REQUIRED: /*i18n*/ {
    id: 'error.PREMIUM_REQUIRED',
    message: 'This feature is only available for premium members.',
  },
  SWIPE_LIMIT: /*i18n*/ {
    id: 'error.SWIPE_LIMIT',
    message:
      '{limit, plural, one {That was your like for today.} other {You’ve used your # likes for today.}} Sign up to continue, or come back tomorrow.',
  },
  BLOCKED_BY: /*i18n*/ {
    id: 'error.BLOCKED_BY',
    message: "You're blocked by {name}. You do not have access to this page.",
  },
  BLOCKED_BY_YOU: /*i18n*/ {
    id: 'error.BLOCKED_BY_YOU',
    message: 'You have blocked {name}. Unblock them first.',
  },
  RECIPIENT_GONE: /*i18n*/ {
    id: 'error.RECIPIENT_GONE',
    message: '{name} is no longer here. Nothing was sent or charged.',
  },
  NOT_ENOUGH_CREDITS: /*i18n*/ {
    id: 'error.NOT_ENOUGH_CREDITS',
    message: 'You do not have enough credits to send this message to {name}.',
  },
  CONVERSATION_LIMIT: /*i18n*/ {
    id: 'error.CONVERSATION_LIMIT',
    message:
      'Free members can start {limit, plural, one {# conversation} other {# conversations}}. With any credit pack, you can start as many as you like.',
  },
  PRICE_CHANGED: /*i18n*/ {
    id: 'error.PRICE_CHANGED',
    message:
      'The price has changed: {kind, select, photo {this photo} gift {this gift} other {this message}} now costs {credits, plural, one {# credit} other {# credits}}. Nothing was sent.',
  },
  REPLY_LIMIT: /*i18n*/ {
    id: 'error.REPLY_LIMIT',
    message: 'This profile already has {limit} saved replies. Remove one first.',
  },
  // Outboxes still contain messages that were refused before the period was part of the answer.
  SPENDING_LIMIT: /*i18n*/ {
    id: 'error.SPENDING_LIMIT',
    message:
      'Your limit is {limit, plural, one {# credit} other {# credits}}{period, select, day { a day} week { a week} month { a month} other {}}, and {kind, select, photo {this photo} gift {this gift} other {this message}} would go over it. Nothing was sent.',
  },
  SPENDING_PAUSED: /*i18n*/ {
    id: 'error.SPENDING_PAUSED',
    message: 'You’re on a spending break. Nothing was sent. You’ll find the break under Credits.',
  },
  OPENERS_CLOSED: /*i18n*/ {
    id: 'error.OPENERS_CLOSED',
    message: '{name} only takes first messages from people they’ve liked. Nothing was sent or charged.',
  },
  // States the rule, not whether the message was read: a reader with read receipts off has not agreed to share that.
  MESSAGE_READ: /*i18n*/ {
    id: 'error.MESSAGE_READ',
    message:
      'You can’t take back {kind, select, photo {this photo} gift {this gift} other {this message}} any more. That only works until the other person has seen it.',
  },
  MESSAGE_EMPTY: /*i18n*/ { id: 'error.MESSAGE_EMPTY', message: 'Write something first.' },
  MESSAGE_TOO_LONG: /*i18n*/ {
    id: 'error.MESSAGE_TOO_LONG',
    message: 'A message can have up to {limit, plural, one {# character} other {# characters}}.',
  },
  QUOTE_GONE: /*i18n*/ {
    id: 'error.QUOTE_GONE',
    message: 'The message you replied to is gone, so yours wasn’t sent.',
  },
  KEY_REUSED: /*i18n*/ {
    id: 'error.KEY_REUSED',
    message: 'This was already sent with different content. You weren’t charged again.',
  },
  SEND_EXPIRED: /*i18n*/ {
    id: 'error.SEND_EXPIRED',
    message:
      '{kind, select, photo {This photo} gift {This gift} other {This message}} took too long and wasn’t sent. Nothing was charged.',
  },
  FICTIONAL_NOT_CONFIRMED: /*i18n*/ {
    id: 'error.FICTIONAL_NOT_CONFIRMED',
    message: 'This profile is fictional. Confirm you understand what that means before you write.',
  },
  LEASE_TAKEN: /*i18n*/ { id: 'error.LEASE_TAKEN', message: '{name} is answering this chat.' },
  LEASE_LOST: /*i18n*/ {
    id: 'error.LEASE_LOST',
    message: 'This chat is no longer yours. Nothing was sent. Open it again to answer.',
  },
  NOT_WAITING: /*i18n*/ {
    id: 'error.NOT_WAITING',
    message: 'This chat is no longer waiting for an answer.',
  },
  MESSAGE_GONE: /*i18n*/ {
    id: 'error.MESSAGE_GONE',
    message:
      'A message was taken back in the meantime. Nothing was sent. Check the chat, then send if your answer still fits.',
  },
  COMPLAINT_CLOSED: /*i18n*/ {
    id: 'error.COMPLAINT_CLOSED',
    message: 'It’s too late to complain about this decision.',
  },
  PAYMENT_FAILED: /*i18n*/ { id: 'error.PAYMENT_FAILED', message: 'Payment failed or has been cancelled.' },
  PAYMENT_UNAVAILABLE: /*i18n*/ {
    id: 'error.PAYMENT_UNAVAILABLE',
    message: 'Payments aren’t working right now. Nothing was charged. Try again in a few minutes.',
  },
  METHOD_UNAVAILABLE: /*i18n*/ {
    id: 'error.METHOD_UNAVAILABLE',
    message: 'You can’t use this payment method right now. Nothing was charged. Choose another one.',
  },
  CHECKOUT_OPEN: /*i18n*/ {
    id: 'error.CHECKOUT_OPEN',
    message: 'Your other checkout is still open. Finish or cancel it first. Nothing was charged.',
  },
  CODE_NOT_FOUND: /*i18n*/ { id: 'error.CODE_NOT_FOUND', message: 'Code not found' },
  CODE_USED: /*i18n*/ { id: 'error.CODE_USED', message: 'Code already used' },
  CODE_LIMIT: /*i18n*/ {
    id: 'error.CODE_LIMIT',
    message: 'That was a lot of codes. Wait an hour, then try again.',
  },
  OTP_INVALID: /*i18n*/ { id: 'error.OTP_INVALID', message: 'Code invalid' },
  OTP_TOO_MANY: /*i18n*/ {
    id: 'error.OTP_TOO_MANY',
    message: 'That was one try too many. Get a new code, then try again.',
  },
  SMS_LIMIT: /*i18n*/ {
    id: 'error.SMS_LIMIT',
    message: 'That’s all the codes we can text for now. Try again tomorrow, or pay another way.',
  },
  DIRECT_DEBIT_BLOCKED: /*i18n*/ {
    id: 'error.DIRECT_DEBIT_BLOCKED',
    message: 'Your account is blocked for direct debit payments.',
  },
  DIRECT_DEBIT_LIMIT: /*i18n*/ {
    id: 'error.DIRECT_DEBIT_LIMIT',
    message: 'Your limit for direct debit payments has been reached.',
  },
  REFUND_CHANGED: /*i18n*/ {
    id: 'error.REFUND_CHANGED',
    message: 'The refundable amount has changed. Nothing was refunded. Check the new amount first.',
  },
  PACK_PRICE_CHANGED: /*i18n*/ {
    id: 'error.PACK_PRICE_CHANGED',
    message: 'The price of this pack has changed. Nothing was charged. Check the new price first.',
  },
  WEBHOOK_REFUSED: /*i18n*/ { id: 'error.WEBHOOK_REFUSED', message: 'An error has occurred.' },
};

/** The text below a form field. `{minAge}` comes from the site's settings. */
export const FIELD_TEXTS: Record<FieldError, MessageDescriptor> = {
  REQUIRED: /*i18n*/ { id: 'field.REQUIRED', message: 'Fill this in.' },
  INVALID: /*i18n*/ { id: 'field.INVALID', message: 'Choose one of the answers.' },
  TOO_LONG: /*i18n*/ { id: 'field.TOO_LONG', message: 'This is too long.' },
  EMAIL_INVALID: /*i18n*/ { id: 'field.EMAIL_INVALID', message: 'Invalid email' },
  DATE_OF_BIRTH_INVALID: /*i18n*/ { id: 'field.DATE_OF_BIRTH_INVALID', message: 'Invalid date of birth.' },
  UNDER_AGE: /*i18n*/ {
    id: 'field.UNDER_AGE',
    message: 'You must be {minAge} or over to sign up.',
  },
  NAME_IS_EMAIL: /*i18n*/ {
    id: 'field.NAME_IS_EMAIL',
    message: 'Don’t use your e-mail address as username: everyone can see it.',
  },
  NAME_STARTS_WITH_AT: /*i18n*/ {
    id: 'field.NAME_STARTS_WITH_AT',
    message: 'A username can’t start with @.',
  },
  NAME_IS_RESERVED: /*i18n*/ {
    id: 'field.NAME_IS_RESERVED',
    message: 'This name could be mistaken for our team. Choose another one.',
  },
  NAME_IS_WEB_ADDRESS: /*i18n*/ {
    id: 'field.NAME_IS_WEB_ADDRESS',
    message: 'A username can’t contain a web address.',
  },
  PASSWORD_TOO_SHORT: /*i18n*/ { id: 'field.PASSWORD_TOO_SHORT', message: 'Use at least 8 characters.' },
  PASSWORD_TOO_LONG: /*i18n*/ { id: 'field.PASSWORD_TOO_LONG', message: 'Use at most 128 characters.' },
  PASSWORD_TOO_COMMON: /*i18n*/ {
    id: 'field.PASSWORD_TOO_COMMON',
    message: 'This password is easy to guess. Choose another one.',
  },
  COUNTRY_UNKNOWN: /*i18n*/ { id: 'field.COUNTRY_UNKNOWN', message: 'Choose one of the countries.' },
  REGION_UNKNOWN: /*i18n*/ { id: 'field.REGION_UNKNOWN', message: 'Choose one of the regions.' },
  IBAN_INVALID: /*i18n*/ {
    id: 'field.IBAN_INVALID',
    message: 'Check the IBAN. It must be an account in the SEPA area.',
  },
  PHONE_INVALID: /*i18n*/ {
    id: 'field.PHONE_INVALID',
    message: 'Enter a mobile number, with its country code if it’s from abroad.',
  },
};

/** Text of an empty date of birth (S5). */
export const DATE_OF_BIRTH_REQUIRED: MessageDescriptor = /*i18n*/ {
  id: 'field.DATE_OF_BIRTH_REQUIRED',
  message: 'Enter your date of birth ({minAge}+)',
};

/** Text of a failed part of a screen without further details (S8). */
export const GENERAL_ERROR: MessageDescriptor = /*i18n*/ {
  id: 'error.general',
  message: 'An error has occurred.',
};

/** Text below two passwords that differ (S5). */
export const PASSWORDS_DIFFER: MessageDescriptor = /*i18n*/ {
  id: 'field.PASSWORDS_DIFFER',
  message: 'The entered passwords are not the same.',
};

/** The text of a descriptor in the language of `i18n`, with its values. */
export function say(
  i18n: I18n,
  text: MessageDescriptor,
  values: Record<string, string | number> = {},
): string {
  return i18n._({ ...text, values });
}
