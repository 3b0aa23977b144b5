/**
 * Every refusal the server may give, with its HTTP status. The text of each code, in seven languages, is in
 * `@heartline/i18n` (`error-texts.ts`), which does not compile while a code here has no text there.
 * Source: section 8 of the specification.
 */
export const ERROR_STATUS = {
  // Frame
  VALIDATION_FAILED: 400,
  UNSUPPORTED_MEDIA_TYPE: 415,
  PAYLOAD_TOO_LARGE: 413,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  UNKNOWN_EVENT: 404,
  AUTHENTICATION_REQUIRED: 403,
  ANOTHER_MEMBER: 403,
  FOREIGN_ORIGIN: 403,
  RATE_LIMITED: 429,
  UNAVAILABLE: 503,
  INTERNAL: 500,
  // accounts
  LOGIN_FAILED: 401,
  LOGIN_BLOCKED: 429,
  NOT_CONFIRMED: 403,
  ACCOUNT_DISABLED: 403,
  ACTIVATION_FAILED: 400,
  EMAIL_TAKEN: 409,
  EMAIL_NOT_FOUND: 404,
  MAILED_RECENTLY: 429,
  LINK_EXPIRED: 400,
  OLD_PASSWORD_WRONG: 400,
  PASSWORD_WRONG: 400,
  PASSWORD_REQUIRED: 409,
  NEW_EMAIL_INVALID: 400,
  EMAIL_PENDING_DELETION: 409,
  SIGNUP_CLOSED: 403,
  // profiles, likes, messaging
  PHOTO_LIMIT: 403,
  PHOTO_LIMIT_FREE: 403,
  PHOTO_UNREADABLE: 422,
  PHOTO_TOO_LARGE: 413,
  PHOTO_TOO_SMALL: 422,
  PHOTO_TOO_NARROW: 422,
  PHOTO_DRAFTS: 409,
  PHOTO_GONE: 410,
  GIFT_GONE: 410,
  PREMIUM_REQUIRED: 403,
  SWIPE_LIMIT: 403,
  BLOCKED_BY: 403,
  BLOCKED_BY_YOU: 409,
  RECIPIENT_GONE: 410,
  NOT_ENOUGH_CREDITS: 402,
  CONVERSATION_LIMIT: 403,
  REPLY_LIMIT: 403,
  PRICE_CHANGED: 409,
  SPENDING_LIMIT: 403,
  SPENDING_PAUSED: 403,
  OPENERS_CLOSED: 403,
  MESSAGE_READ: 409,
  MESSAGE_EMPTY: 400,
  MESSAGE_TOO_LONG: 400,
  QUOTE_GONE: 409,
  KEY_REUSED: 422,
  SEND_EXPIRED: 409,
  FICTIONAL_NOT_CONFIRMED: 409,
  // operators
  LEASE_TAKEN: 409,
  LEASE_LOST: 409,
  NOT_WAITING: 409,
  MESSAGE_GONE: 409,
  // pages
  PAGE_GONE: 410,
  // safety
  COMPLAINT_CLOSED: 409,
  // payments
  PAYMENT_FAILED: 402,
  PAYMENT_UNAVAILABLE: 503,
  METHOD_UNAVAILABLE: 409,
  CHECKOUT_OPEN: 409,
  CODE_NOT_FOUND: 404,
  CODE_USED: 409,
  CODE_LIMIT: 429,
  OTP_INVALID: 400,
  OTP_TOO_MANY: 429,
  SMS_LIMIT: 429,
  DIRECT_DEBIT_BLOCKED: 403,
  DIRECT_DEBIT_LIMIT: 403,
  REFUND_CHANGED: 409,
  PACK_PRICE_CHANGED: 409,
  WEBHOOK_REFUSED: 400,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** Errors of one field of a form, shown under that field. */
export const FIELD_ERRORS = [
  'REQUIRED',
  'INVALID',
  'TOO_LONG',
  'EMAIL_INVALID',
  'DATE_OF_BIRTH_INVALID',
  'UNDER_AGE',
  'NAME_IS_EMAIL',
  'NAME_STARTS_WITH_AT',
  'NAME_IS_RESERVED',
  'NAME_IS_WEB_ADDRESS',
  'PASSWORD_TOO_SHORT',
  'PASSWORD_TOO_LONG',
  'PASSWORD_TOO_COMMON',
  'COUNTRY_UNKNOWN',
  'REGION_UNKNOWN',
  'IBAN_INVALID',
  'PHONE_INVALID',
] as const;

export type FieldError = (typeof FIELD_ERRORS)[number];

/** Values a text needs: `{name}`, `{minutes}`, `{minAge}`, `{limit}`, `{period}`. */
export type ErrorValues = Record<string, string | number>;

/** An expected refusal. It is a value, never thrown; surprises are thrown. */
export interface Refusal {
  code: ErrorCode;
  values?: ErrorValues;
  fields?: Record<string, FieldError>;
}

/** Outcome of a rule or use case: the value, or the refusal that says why not. */
export type Result<T> = { ok: true; value: T } | { ok: false; refusal: Refusal };

/** Wraps a success. */
export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

/** Makes a refusal; `extra` carries the values of its text and the fields at fault. */
export function refuse(code: ErrorCode, extra: Omit<Refusal, 'code'> = {}): { ok: false; refusal: Refusal } {
  return { ok: false, refusal: { code, ...extra } };
}

/**
 * Body of every failing call. `message` is the text in the caller's language; `authentication_required`
 * stands only on the 403 that logs the member out silently (S8). Its `values.wipe` is 1 where the member ended this
 * session from elsewhere: the browser then erases unsent messages and drafts as well.
 */
export interface ErrorBody {
  error: { code: ErrorCode; message: string; values?: ErrorValues; fields?: Record<string, FieldError> };
  authentication_required?: true;
}
