/**
 * Every `{variable}` of a page text. The value of a `text` one replaces its name. A `block` one stands alone in its
 * paragraph and becomes a table, a list or a button.
 */
export const PAGE_VARIABLES = {
  /** Name of the site. */
  site: 'text',
  /** Name of the company; without one, the name of the site. */
  company: 'text',
  /** Address of the company in one line. */
  address: 'text',
  /** Number of the company in the trade register. */
  kvk: 'text',
  /** VAT numbers of the company. */
  vat: 'text',
  /** Address of customer service, as a link. */
  support_email: 'text',
  /** Telephone number of customer service, as a link. */
  support_phone: 'text',
  /** For how many days after a purchase a refund can be asked for: setting `refund_days` (S9-053). */
  refund_days: 'text',
  /** Lowest age of a member, in years. */
  min_age: 'text',
  /** Date of the version that is shown. */
  terms_date: 'text',
  /** Price of a text message, in credits. */
  message_credits: 'text',
  /** Price of a photo in a chat, in credits. */
  photo_credits: 'text',
  /** Price of the cheapest gift, in credits. */
  gift_credits: 'text',
  /** Credits given at sign-up. */
  starting_credits: 'text',
  /** Most characters of a message. */
  message_length: 'text',
  /** Conversations that a member without Premium may start. */
  free_conversations: 'text',
  /** Pictures that a member without Premium may have. */
  free_photos: 'text',
  /** Pictures that a premium member may have. */
  premium_photos: 'text',
  /** After how many days messages are hidden. */
  chat_history_days: 'text',
  /** For how many days a deleted account can be reactivated. */
  reactivation_days: 'text',
  /** For how many days a device stays signed in. */
  session_days: 'text',
  /** The welcome discount, in percent. */
  bonus_percent: 'text',
  /** For how many hours after the sign-up the welcome discount runs. */
  bonus_hours: 'text',
  /** Price of the smallest pack, with its currency. */
  cheapest_pack: 'text',
  /** Table of cookies and of entries stored in the browser, made from `COOKIES`. */
  cookie_table: 'block',
  /** The rules that a moderator decides by. */
  ban_rules: 'block',
  /** Button to the page where a purchase is withdrawn from. */
  withdrawal: 'block',
  /** The company, its addresses and numbers. */
  imprint: 'block',
} as const;
export type PageVariable = keyof typeof PAGE_VARIABLES;
