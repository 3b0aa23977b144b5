import type { CookiePurpose, StoredEntry } from '@heartline/contracts';
import type { MessageDescriptor } from '@lingui/core';

/** Words of the blocks that the server makes for pages: the table of cookies, the imprint, the withdrawal. */
export const PAGE_BLOCK_TEXTS = {
  name: /*i18n*/ { id: 'page.cookies.name', message: 'Name' },
  purpose: /*i18n*/ { id: 'page.cookies.purpose', message: 'Purpose' },
  lifetime: /*i18n*/ { id: 'page.cookies.lifetime', message: 'Kept' },
  days: /*i18n*/ {
    id: 'page.cookies.days',
    message: '{days, plural, one {# day} other {# days}}',
  },
  hours: /*i18n*/ {
    id: 'page.cookies.hours',
    message: '{hours, plural, one {# hour} other {# hours}}',
  },
  logOut: /*i18n*/ { id: 'page.cookies.logOut', message: 'until you log out' },
  unsent: /*i18n*/ {
    id: 'page.cookies.unsent',
    message: 'until it’s sent, at most {days, plural, one {# day} other {# days}} after you log out',
  },
  deleted: /*i18n*/ { id: 'page.cookies.deleted', message: 'until you delete it' },
  signUp: /*i18n*/ { id: 'page.cookies.signUp', message: 'until you have signed up' },
  tab: /*i18n*/ { id: 'page.cookies.tab', message: 'until you close the tab' },
  update: /*i18n*/ { id: 'page.cookies.update', message: 'until the next version of the site' },
  company: /*i18n*/ { id: 'page.imprint.company', message: 'Company' },
  tradenames: /*i18n*/ { id: 'page.imprint.tradenames', message: 'Trade names' },
  address: /*i18n*/ { id: 'page.imprint.address', message: 'Address' },
  kvk: /*i18n*/ { id: 'page.imprint.kvk', message: 'Trade register' },
  vat: /*i18n*/ { id: 'page.imprint.vat', message: 'VAT number' },
  email: /*i18n*/ { id: 'page.imprint.email', message: 'E-mail' },
  phone: /*i18n*/ { id: 'page.imprint.phone', message: 'Phone' },
  withdrawal: /*i18n*/ { id: 'page.withdrawal', message: 'Withdraw from a purchase' },
} as const satisfies Record<string, MessageDescriptor>;

/** Kinds of entries that are no cookies. */
export const COOKIE_KINDS = {
  storage: /*i18n*/ { id: 'page.cookies.storage', message: 'storage' },
  database: /*i18n*/ { id: 'page.cookies.database', message: 'database' },
  cache: /*i18n*/ { id: 'page.cookies.cache', message: 'files' },
} as const satisfies Record<Exclude<StoredEntry['kind'], 'cookie'>, MessageDescriptor>;

/** Purposes of stored entries. */
export const COOKIE_TEXTS = {
  session: /*i18n*/ { id: 'page.cookie.session', message: 'Keeps you logged in.' },
  device: /*i18n*/ {
    id: 'page.cookie.device',
    message: 'Recognises this device, so someone guessing passwords can’t lock you out.',
  },
  visitor: /*i18n*/ {
    id: 'page.cookie.visitor',
    message: 'Counts a visitor’s likes in the swipe game.',
  },
  language: /*i18n*/ { id: 'page.cookie.language', message: 'Remembers your language.' },
  country: /*i18n*/ { id: 'page.cookie.country', message: 'Remembers the country you chose.' },
  partner: /*i18n*/ {
    id: 'page.cookie.partner',
    message: 'Remembers which partner link brought you here.',
  },
  staff: /*i18n*/ { id: 'page.cookie.staff', message: 'Keeps our own staff logged in. You never get it.' },
  dismissed: /*i18n*/ { id: 'page.cookie.dismissed', message: 'Remembers which notices you closed.' },
  start: /*i18n*/ {
    id: 'page.cookie.start',
    message: 'Lets the page start as you left it: logged in or not, and at the right time.',
  },
  unsent: /*i18n*/ {
    id: 'page.cookie.unsent',
    message: 'Keeps what you wrote but haven’t sent yet, and messages waiting for a connection.',
  },
  preferences: /*i18n*/ {
    id: 'page.cookie.preferences',
    message: 'Remembers choices in this browser: sound, shortcuts, emoji, notifications, way to pay.',
  },
  signUp: /*i18n*/ { id: 'page.cookie.signUp', message: 'Keeps your answers in a sign-up you started.' },
  chats: /*i18n*/ {
    id: 'page.cookie.chats',
    message: 'Remembers small things about chats: what you confirmed, skipped or have read.',
  },
  tab: /*i18n*/ { id: 'page.cookie.tab', message: 'Restores a tab as it was when it’s reloaded.' },
  offline: /*i18n*/ { id: 'page.cookie.offline', message: 'Shows your chats without a connection.' },
  appFiles: /*i18n*/ {
    id: 'page.cookie.appFiles',
    message: 'Holds the site’s files, so it starts fast and without a connection.',
  },
} as const satisfies Record<CookiePurpose, MessageDescriptor>;
