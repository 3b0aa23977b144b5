import * as z from 'zod/mini';
import { paymentMethod } from './payments.methods.ts';
import { promptList } from './profiles.prompts.ts';
import { OPT_IN_FIELDS, PROFILE_FIELDS } from './profiles.traits.ts';
import { SEARCH_FIELDS } from './search-fields.ts';
import { country, text } from './shapes.ts';

/** True if the runtime knows a time zone by this name. */
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}

/** A whole number within bounds that make sense, so that a slip of the operator is refused instead of lived with. */
function whole(minimum: number, maximum: number) {
  return z.int().check(z.minimum(minimum), z.maximum(maximum));
}

/**
 * Settings of one site. Defaults are those of the product decisions; every number is tested at both edges.
 * `public` ones go out with `GET /api/settings.php`; `private` ones stay on the server.
 */
export const publicSettings = z.strictObject({
  /** Name of the site. */
  name: text(60),
  /** Domain of the site. */
  domain: text(253),
  /** Language of the domain, such as `nl-NL`; empty when it has none. */
  domain_language: text(20),
  /** Title of the first page. */
  index_title: text(120),
  /** Description of the site for search engines. */
  description: text(400),
  /** The prefix of picture addresses: a path of this host, or another host over https. */
  cdn_prefix: z.string().check(z.regex(/^(\/|https:\/\/)[^\s"'<>]*$/)),
  /** Countries that the site serves. */
  countries: z.array(country),
  /** Parts of a profile that are shown. */
  visible_profile_fields: z.array(z.enum(PROFILE_FIELDS)),
  /** Parts of a profile that carry a note. */
  visible_profile_notes: z.array(z.enum(PROFILE_FIELDS)),
  /** The search fields of members. */
  search_fields: z.array(z.enum(SEARCH_FIELDS)),
  /** Lowest age of a member, in years. */
  min_age: whole(18, 99),
  /** The price of a text message, in credits. */
  message_credits: whole(0, 1_000),
  /** The price of a text message to a fictional profile, in credits. */
  fictional_message_credits: whole(0, 1_000),
  /** The price of a photo in a chat, in credits. */
  photo_credits: whole(0, 1_000),
  /** The price of the cheapest gift of the default catalogue, in credits. */
  gift_credits: whole(0, 1_000),
  /** Credits given at sign-up. */
  signup_credits: whole(0, 1_000),
  /** Most characters of a message, as people count them. */
  message_length: whole(1, 5_000),
  /** Conversations that a member without Premium may start. */
  free_conversations: whole(0, 1_000),
  /** Pictures of a profile that a member without Premium sees. */
  free_visible_photos: whole(0, 100),
  /** Pictures that a member without Premium may have. */
  free_photos: whole(0, 100),
  /** Pictures that a premium member may have. */
  premium_photos: whole(0, 100),
  /** For how many days after a purchase a refund can be asked for. */
  refund_days: whole(0, 365),
  /** Messages older than this are hidden. */
  chat_history_days: whole(1, 3_650),
  /** The price of the cheapest message in money, by country. */
  minimum_message_costs: z.record(
    country,
    z.strictObject({
      /** Amount in whole units of the currency. */
      costs: z.number().check(z.minimum(0), z.maximum(10_000)),
      currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
    }),
  ),
  /** Address of customer service. */
  support_email: text(254),
  /** Year in the footer. */
  copyright_year: whole(2000, 2100),
  /** `yes` warns visitors at the entry. */
  enable_site_entry_popup: z.enum(['yes', 'no']),
  /** Countries whose visitors are warned; empty for all. */
  entry_popup_countries: z.array(country),
  /** The visitor’s country by address; null when unknown. */
  geoip_country: z.nullable(country),
  /** The country that the visitor picked; null when none. */
  geoip_selected_country: z.nullable(country),
  /** VAPID public key for push subscriptions; empty without push. */
  push_public_key: z.string(),
  /** True if fictional profiles carry an icon beside their label. */
  fictional_icon: z.boolean(),
  /** True if the site says at its entry that it has fictional profiles. */
  fictional_warning: z.boolean(),
  /** The site’s own label of a fictional profile; empty for the usual one. */
  fictional_singular: text(200),
  /** The site’s own words about fictional profiles; empty for the usual ones. */
  fictional_plural: text(400),
  /** Visitors who may sign up: all, those of a traffic source, or none. */
  signups: z.enum(['all', 'with_trafficsource', 'closed']),
  /** The search of visitors: nothing, cards, or whole profiles. */
  logged_out_search: z.enum(['none', 'basic', 'full']),
  /** The same for visitors of a traffic source. */
  logged_out_search_trafficsource: z.enum(['none', 'basic', 'full']),
  /** True if sign-up asks for consent to offers of partners. */
  member_resell: z.boolean(),
  /** True if the footer is the one for the United States. */
  us_footer: z.boolean(),
  /** The operator’s notices in that footer; line breaks are kept. */
  us_footer_text: text(4_000),
  /** Likes of a visitor a day in the swipe game, and the zone in which a day begins. */
  swipe_likes: z.int().check(z.minimum(0)),
  /** IANA time zone of the site, in which its days begin. */
  time_zone: z.string().check(z.refine(isTimeZone)),
  /** The percentage of the claim about Premium. */
  premium_claim_percent: whole(0, 100),
  /** Source of that claim; without one it is not shown. */
  premium_claim_source: text(300),
  /** Address mails of this site come from; empty: the installation’s. */
  mail_from: z.string().check(z.regex(/^$|^[^\s@<>]+@[^\s@<>]+$/)),
});
export type PublicSettings = z.infer<typeof publicSettings>;

/** The stored part of a site's settings: everything but what is worked out for each visitor. */
export type SiteSettings = Omit<
  PublicSettings,
  'geoip_country' | 'geoip_selected_country' | 'push_public_key'
>;

/** Settings of one site that stay on the server. */
export const privateSettings = z.strictObject({
  /**
   * Accounts that serve a way to pay, the first choice first; `*` for every other way. Without an entry: every account
   * that can, the usual provider of that way first.
   */
  payment_routes: z.partialRecord(
    z.union([paymentMethod, z.literal('*')]),
    z.array(text(40)).check(z.minLength(1), z.maxLength(10)),
  ),
  /** Ways to pay that the site offers, in its order. */
  payment_methods: z.array(paymentMethod),
  /** True if ways to pay whose scheme has closed are still offered. */
  retired_methods: z.boolean(),
  /** Words on the payer’s bank statement; empty: the name of the company, else of the site. */
  statement_words: text(22),
  /** Letters before the year in the number of a receipt. Sites with one prefix share one series of numbers. */
  receipt_prefix: z.string().check(z.regex(/^[A-Z0-9]{1,8}$/)),
  /** Minutes after which an unpaid checkout ends. */
  checkout_minutes: whole(5, 1_440),
  /** Days for which a bank transfer is waited for. */
  transfer_days: whole(1, 60),
  /** Settled purchases a member needs before a direct debit gives its credits at once; 0 for none. */
  direct_debit_trust: whole(0, 1_000),
  /** Most that the unsettled direct debits of one member may sum up to, in hundredths of the currency. */
  direct_debit_limit_cents: whole(100, 10_000_000),
  /** Days after which an unsettled direct debit no longer counts towards that limit. */
  direct_debit_window_days: whole(14, 400),
  /** Days between the order and the debit, as the mandate text agrees. */
  direct_debit_notice_days: whole(1, 14),
  /** Returned direct debits that block a member until the debt is repaid. */
  direct_debit_returns: whole(1, 100),
  /** SEPA creditor identifier of the company; empty until it has one. */
  creditor_id: z.string().check(z.regex(/^([A-Z]{2}\d{2}[A-Z0-9]{3}[A-Z0-9]{1,28})?$/)),
  /** Name under which direct debits are collected; empty: the name of the company. */
  creditor_name: text(70),
  /** VAT in percent by country, in place of the standard rate that the product knows. Prices never change with it. */
  vat_rates: z.record(country, z.number().check(z.minimum(0), z.maximum(50), z.multipleOf(0.01))),
  /** True if search engines may list the site. Otherwise every page, `robots.txt` and the sitemap say no. */
  search_engines: z.boolean(),
  /** Prompts that members can answer on their profiles. */
  profile_prompts: promptList,
});
export type PrivateSettings = z.infer<typeof privateSettings>;

export const DEFAULT_PRIVATE_SETTINGS: PrivateSettings = {
  payment_routes: {},
  payment_methods: [
    'ideal',
    'bancontact',
    'blik',
    'prezelewy24',
    'eps',
    'giropay',
    'sofort',
    'nexi',
    'applepay',
    'creditcard',
    'paypal',
    'paysafecard',
    'sct',
    'sdd',
  ],
  retired_methods: false,
  statement_words: '',
  receipt_prefix: 'HL',
  checkout_minutes: 30,
  transfer_days: 14,
  direct_debit_trust: 1,
  direct_debit_limit_cents: 10_000,
  direct_debit_window_days: 56,
  direct_debit_notice_days: 1,
  direct_debit_returns: 1,
  creditor_id: '',
  creditor_name: '',
  vat_rates: {},
  search_engines: false,
  profile_prompts: ['*'],
};

export const DEFAULT_SETTINGS: SiteSettings = {
  name: 'Heartline',
  domain: 'localhost',
  domain_language: '',
  index_title: 'Heartline',
  description: '',
  cdn_prefix: '/media/',
  countries: ['US', 'NL', 'BE', 'FR', 'IT', 'ES', 'DE', 'AT', 'IE', 'GB', 'AU', 'NZ', 'CA', 'PL', 'CH'],
  visible_profile_fields: PROFILE_FIELDS.filter((field) => !OPT_IN_FIELDS.includes(field)),
  visible_profile_notes: [],
  search_fields: [...SEARCH_FIELDS],
  min_age: 18,
  message_credits: 1,
  fictional_message_credits: 0,
  photo_credits: 2,
  gift_credits: 3,
  signup_credits: 3,
  message_length: 1000,
  free_conversations: 2,
  free_visible_photos: 3,
  free_photos: 3,
  premium_photos: 25,
  refund_days: 14,
  chat_history_days: 365,
  minimum_message_costs: {},
  support_email: 'support@localhost',
  copyright_year: 2025,
  enable_site_entry_popup: 'yes',
  entry_popup_countries: [],
  fictional_icon: true,
  fictional_warning: true,
  fictional_singular: '',
  fictional_plural: '',
  signups: 'all',
  logged_out_search: 'none',
  logged_out_search_trafficsource: 'none',
  member_resell: false,
  us_footer: false,
  us_footer_text: '',
  swipe_likes: 4,
  time_zone: 'Europe/Amsterdam',
  premium_claim_percent: 46,
  premium_claim_source: '',
  mail_from: '',
};

/** Constants of the specification, section 9, that no site changes. Durations in milliseconds. */
export const CONSTANTS = {
  timeBonusCode: 'TIMEBONUS25',
  timeBonusPercent: 25,
  timeBonusMs: 14_400_000,
  timeBonusModalDelayMs: 40_000,
  sessionDays: 30,
  languageCookieDays: 365,
  languageCookie: 'i18n_redirected',
  /** The country a visitor picked on `/lang-config`. */
  countryCookie: 'geoip_selected_country',
  userRefetchMs: 60_000,
  userRefetchWithPushMs: 300_000,
  userRefetchFirstMs: 5_000,
  requestRetries: 5,
  requestRetryBaseMs: 300,
  loadingBarThrottleMs: 200,
  loadingBarDurationMs: 5_000,
  loadingBarHideMs: 500,
  reloadGuardMs: 60_000,
  autoLikeReloadMs: 500,
  unreadBadgeCap: 99,
  creditsBadgeBelow: 10,
  /** Between two mails of one kind that a reader asks for. */
  mailPauseSeconds: 60,
  loginAttempts: 5,
  loginBlockMinutes: 15,
  activationTokenHours: 72,
  geolocationCacheMs: 3_600_000,
  resetTokenMinutes: 60,
  emailChangeHours: 24,
  reactivationDays: 14,
  /** An account nobody confirmed for this long is erased. */
  unconfirmedDays: 30,
  exportHours: 24,
} as const;
