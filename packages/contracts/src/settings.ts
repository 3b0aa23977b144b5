import * as z from 'zod/mini';
import { PROFILE_FIELDS } from './profiles.traits.ts';
import { SEARCH_FIELDS } from './search-fields.ts';
import { country, text } from './shapes.ts';

/** Whether the runtime knows a time zone by this name. */
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
  name: text(60),
  domain: text(253),
  domain_language: text(20),
  index_title: text(120),
  description: text(400),
  /** What addresses of pictures begin with: a path of this host, or another host over https. */
  cdn_prefix: z.string().check(z.regex(/^(\/|https:\/\/)[^\s"'<>]*$/)),
  countries: z.array(country),
  visible_profile_fields: z.array(z.enum(PROFILE_FIELDS)),
  visible_profile_notes: z.array(z.enum(PROFILE_FIELDS)),
  search_fields: z.array(z.enum(SEARCH_FIELDS)),
  min_age: whole(18, 99),
  message_credits: whole(0, 1_000),
  fictional_message_credits: whole(0, 1_000),
  photo_credits: whole(0, 1_000),
  gift_credits: whole(0, 1_000),
  signup_credits: whole(0, 1_000),
  message_length: whole(1, 5_000),
  free_conversations: whole(0, 1_000),
  free_visible_photos: whole(0, 100),
  free_photos: whole(0, 100),
  premium_photos: whole(0, 100),
  refund_days: whole(0, 365),
  chat_history_days: whole(1, 3_650),
  minimum_message_costs: z.record(
    country,
    z.strictObject({
      costs: z.number().check(z.minimum(0), z.maximum(10_000)),
      currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
    }),
  ),
  support_email: text(254),
  copyright_year: whole(2000, 2100),
  enable_site_entry_popup: z.enum(['yes', 'no']),
  entry_popup_countries: z.array(country),
  geoip_country: z.nullable(country),
  geoip_selected_country: z.nullable(country),
  push_public_key: z.string(),
  fictional_icon: z.boolean(),
  fictional_warning: z.boolean(),
  fictional_singular: text(200),
  fictional_plural: text(400),
  signups: z.enum(['all', 'with_trafficsource', 'closed']),
  logged_out_search: z.enum(['none', 'basic', 'full']),
  logged_out_search_trafficsource: z.enum(['none', 'basic', 'full']),
  member_resell: z.boolean(),
  us_footer: z.boolean(),
  /** Likes of a visitor a day in the swipe game, and the zone in which a day begins. */
  swipe_likes: z.int().check(z.minimum(0)),
  time_zone: z.string().check(z.refine(isTimeZone)),
  premium_claim_percent: whole(0, 100),
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

export const DEFAULT_SETTINGS: SiteSettings = {
  name: 'Heartline',
  domain: 'localhost',
  domain_language: '',
  index_title: 'Heartline',
  description: '',
  cdn_prefix: '/media/',
  countries: ['US', 'NL', 'BE', 'FR', 'IT', 'ES', 'DE', 'AT', 'IE', 'GB', 'AU', 'NZ', 'CA', 'PL', 'CH'],
  visible_profile_fields: [...PROFILE_FIELDS],
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
