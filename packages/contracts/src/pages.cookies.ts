import { CONSTANTS } from './settings.ts';

/** Purposes of entries; each has a text in every language (`COOKIE_TEXTS` of i18n). */
export type CookiePurpose =
  | 'session'
  | 'device'
  | 'visitor'
  | 'language'
  | 'country'
  | 'partner'
  | 'staff'
  | 'dismissed'
  | 'start'
  | 'unsent'
  | 'preferences'
  | 'signUp'
  | 'chats'
  | 'tab'
  | 'offline'
  | 'appFiles';

/** The time that an entry stays: days, hours, or until something happens. */
export type CookieLifetime =
  | { days: number }
  | { hours: number }
  | 'logOut'
  | 'unsent'
  | 'deleted'
  | 'signUp'
  | 'tab'
  | 'update';

export interface StoredEntry {
  /** Names as a browser shows them; `*` stands for an id. */
  names: readonly string[];
  kind: 'cookie' | 'storage' | 'database' | 'cache';
  purpose: CookiePurpose;
  lifetime: CookieLifetime;
}

/**
 * Everything this site stores in a browser. The page about cookies lists it, so a new entry belongs here as well;
 * `stored-entries.test.ts` compares it with the code.
 */
export const COOKIES: readonly StoredEntry[] = [
  {
    names: ['__Host-session'],
    kind: 'cookie',
    purpose: 'session',
    lifetime: { days: CONSTANTS.sessionDays },
  },
  { names: ['__Host-device'], kind: 'cookie', purpose: 'device', lifetime: { days: CONSTANTS.sessionDays } },
  {
    names: ['__Host-visitor'],
    kind: 'cookie',
    purpose: 'visitor',
    lifetime: { days: CONSTANTS.sessionDays },
  },
  {
    names: [CONSTANTS.languageCookie],
    kind: 'cookie',
    purpose: 'language',
    lifetime: { days: CONSTANTS.languageCookieDays },
  },
  {
    names: [CONSTANTS.countryCookie],
    kind: 'cookie',
    purpose: 'country',
    lifetime: { days: CONSTANTS.languageCookieDays },
  },
  { names: ['network'], kind: 'cookie', purpose: 'partner', lifetime: { days: 30 } },
  { names: ['__Host-operator'], kind: 'cookie', purpose: 'staff', lifetime: { hours: 12 } },
  {
    names: ['__Host-operator-device'],
    kind: 'cookie',
    purpose: 'staff',
    lifetime: { days: CONSTANTS.sessionDays },
  },
  { names: ['hide-*'], kind: 'storage', purpose: 'dismissed', lifetime: 'deleted' },
  {
    names: ['signed-in', 'signed-in-as', 'log-out-due'],
    kind: 'storage',
    purpose: 'start',
    lifetime: 'deleted',
  },
  { names: ['language-due', 'clock-offset'], kind: 'storage', purpose: 'start', lifetime: 'logOut' },
  { names: ['push-state'], kind: 'storage', purpose: 'preferences', lifetime: 'deleted' },
  {
    names: ['draft:*', 'reply:*', 'words-kept-until:*'],
    kind: 'storage',
    purpose: 'unsent',
    lifetime: 'unsent',
  },
  {
    names: ['message-sound', 'single-keys', 'emoji-recent', 'emoji-skin-tone', 'last-way-to-pay'],
    kind: 'storage',
    purpose: 'preferences',
    lifetime: 'logOut',
  },
  {
    names: ['fictional-confirmed:*', 'icebreaker:*', 'reads-to-tell'],
    kind: 'storage',
    purpose: 'chats',
    lifetime: 'logOut',
  },
  { names: ['signup-draft', 'signup-wanted'], kind: 'storage', purpose: 'signUp', lifetime: 'signUp' },
  { names: ['sign-up'], kind: 'database', purpose: 'signUp', lifetime: 'signUp' },
  {
    names: ['last-chat', 'chats-from-list', 'sheets', 'geolocation', 'reloaded-at', 'discount-code'],
    kind: 'storage',
    purpose: 'tab',
    lifetime: 'tab',
  },
  {
    names: ['heartline-outbox', 'heartline-sheets'],
    kind: 'database',
    purpose: 'unsent',
    lifetime: 'unsent',
  },
  { names: ['heartline-kept'], kind: 'database', purpose: 'offline', lifetime: 'logOut' },
  { names: ['open-conversations'], kind: 'cache', purpose: 'chats', lifetime: 'logOut' },
  { names: ['workbox-precache-*'], kind: 'cache', purpose: 'appFiles', lifetime: 'update' },
];
