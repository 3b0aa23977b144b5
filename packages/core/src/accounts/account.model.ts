import type { LanderName, LinkKind, Locale } from '@heartline/contracts';
import type { Tracking } from '@heartline/domain';
import type { Mongo } from '@heartline/platform';

export type AccountStatus = 'not_confirmed' | 'active' | 'disabled' | 'deleted';

/** A member's account. `_id` is the member. */
export interface AccountRow {
  _id: string;
  site: string;
  email: string;
  emailKey: string;
  passwordHash: string;
  status: AccountStatus;
  language: Locale;
  country: string;
  createdAt: number;
  activatedAt: number | null;
  /** When the first purchase was settled; a copy from the ledger. */
  premiumAt: number | null;
  /** Hashes of the device cookies that signed in before, newest last. */
  knownDevices: string[];
  notificationsDisabled: ('fbl' | 'bounce' | 'listunsubscribe')[];
  pushSubscribed: boolean;
  fictionalConfirmedAt: number | null;
  seenAt: number;
  /** Tracking data of the link that led to the sign-up. */
  tracking?: Tracking;
  /** When the member agreed to offers of partners; nothing leaves the site without it. */
  partnerOffersAt?: number | null;
  /** Each time the member agreed to that or took it back, oldest first. */
  partnerOffersLog?: { agreed: boolean; at: number }[];
  /** The texts that the member agreed to at the sign-up; absent before they were noted. */
  termsAgreed?: TermsAgreed;
  /** The member whose profile page led to the sign-up. */
  entry?: string | null;
  /** The lander that the sign-up began at; absent for all others. */
  lander?: SignUpLander;
  /**
   * Grows with each event that ends every session (new password, deletion). A session of another era is
   * invalid.
   */
  era?: number;
  /** Set while the account waits to be erased. */
  deletion?: DeletionMark | null;
}

/** A lander with its campaign and the variant that was shown; an empty string for none. */
export interface SignUpLander {
  lander: LanderName;
  slug: string;
  variant: string;
}

/** A sign-up as the figures of landers count it. */
export interface SignUpOrigin extends SignUpLander {
  site: string;
  /** UTC day of the sign-up. */
  day: string;
  network: string;
  ref: string;
  country: string;
  locale: Locale;
  isActivated: boolean;
}

/** The terms that a member agreed to, the privacy statement shown with them, their language, and the time. */
export interface TermsAgreed {
  at: number;
  locale: Locale;
  terms: TextVersion;
  privacy: TextVersion;
}

/** A published text: 0 is the shipped one. The same version of a site may be dated anew. */
export interface TextVersion {
  version: number;
  date: number | null;
}

/** When and from which state an account was deleted. Once `erasingAt` is set, the deletion is final. */
export interface DeletionMark {
  at: number;
  eraseAt: number;
  /** `disabled` after an operator closed the deleted account: its member cannot reactivate it. */
  statusBefore: 'active' | 'not_confirmed' | 'disabled';
  erasingAt: number | null;
  /** True if an operator erases it although its money is open. */
  isForced?: true;
}

/** Makes an e-mail address unique in a site: `_id` is `<site>:<key of the address>`. */
export interface EmailRow {
  _id: string;
  member: string;
  claimedAt: number;
  /** Hash of the idempotency key of the sign-up that claimed it. */
  key?: string | null;
}

/** A signed-in device. `_id` is the hash of the cookie; `publicId` names it to its owner. */
export interface SessionRow {
  _id: string;
  member: string;
  site: string;
  publicId: string;
  device: string;
  createdAt: number;
  seenAt: number;
  expiresAt: number;
  /** The same as a date: the TTL index needs a date. */
  forgetAt: Date;
  era?: number;
  /** Changes of password that the session may outlive. */
  leaves?: Leave[];
  /** The public id of the session it replaces, until its first use. */
  follows?: string;
}

/**
 * A session that its member ended from another device, such as a lost phone. `_id` is the hash of the cookie.
 * Until the session would have expired, the server tells a browser with this cookie to erase all data.
 */
export interface WipedSessionRow {
  _id: string;
  forgetAt: Date;
}

/**
 * Permission for a session to outlive one change of password. The change must be to the stored password of
 * this seal.
 */
export interface Leave {
  seal: string;
  era: number;
  until: number;
}

/** A one-time link. `_id` is the hash of its secret. */
export interface TokenRow {
  _id: string;
  kind: LinkKind;
  member: string;
  expiresAt: number;
  usedAt: number | null;
  /** A date, because the TTL index needs one. */
  forgetAt: Date;
  /**
   * For links that must not outlive a change of password: the hash of the stored password they were made
   * under.
   */
  seal?: string;
  /** For a change of address: the old key and address, and the new ones. */
  change?: { from: string; fromAddress: string; address: string; key: string };
}

/** Mails of an account. All but the notices carry a one-time link. */
export type MailTemplate =
  | 'activation'
  | 'password-reset'
  | 'password-changed'
  | 'email-change'
  | 'email-changed'
  | 'account-deleted'
  | 'case-news'
  | 'order-confirmation'
  | 'withdrawal-received'
  | 'withdrawal-taken'
  | 'refund-receipt'
  | 'refund-bounced'
  | 'refund-failed'
  | 'transfer-instructions'
  | 'debit-mandate'
  | 'debit-returned'
  | 'debt-reminder'
  | 'debt-last-reminder'
  | 'dispute-taken'
  | 'dispute-returned'
  | 'unread-messages'
  | 'unread-reminder'
  | 'new-likes';

/**
 * Contents of a mail about an order, a refund or money taken back. `at` is the time of the event that the mail is about,
 * and `boughtAt` that of the purchase.
 */
export interface Receipt {
  payment: string;
  credits: number;
  cents: number;
  currency: string;
  at: number;
  boughtAt?: number;
  /** Number of the receipt or credit note; absent for a purchase from before there were receipts. */
  number?: string;
}

/** A mail that is sent once. `secret` completes its link and is blanked after sending. */
export interface MailRow {
  _id: string;
  member: string;
  template: MailTemplate;
  language: Locale;
  secret: string | null;
  /** Only in receipts. */
  receipt?: Receipt;
  /** The recipient, if it is not the address of the account. */
  to?: string | null;
  /** Site and country of a recipient who may have no account; `member` is empty then. */
  stranger?: { site: string; country: string };
  createdAt: number;
  /** Time of the next attempt; null after the mail was given up. */
  dueAt: number | null;
  /** When a job last took it. */
  takenAt: number | null;
  sentAt: number | null;
  attempts: number;
  /** Number of attempts that ended in a permanent refusal. */
  refusals: number;
  /** Error of the last failed attempt. */
  failure?: string;
  givenUpAt?: number | null;
  /**
   * When the TTL index deletes it: some time after it was sent, or when the link of a given-up mail expires.
   */
  forgetAt?: Date;
}

/** Consecutive wrong passwords for one address and device. `_id` is a hash of both. */
export interface AttemptRow {
  _id: string;
  failures: number;
  blockedUntil: number;
  /** A date, because the TTL index needs one. */
  forgetAt: Date;
}

/** When a mail on request may be sent again. `_id` is a hash of its kind and recipient. */
export interface MailTurnRow {
  _id: string;
  until: number;
  /** A date, because the TTL index needs one. */
  forgetAt: Date;
}

/**
 * A deletion; `_id` is the member. `settledAt` is set once the account is hidden, signed out and notified;
 * null means that a step was cut off. After the erasure only this row is left of the account.
 */
export interface DeletionRow {
  _id: string;
  askedAt: number;
  eraseAt: number;
  settledAt: number | null;
  erasedAt: number | null;
  /** When a sweep last tried it. */
  triedAt?: number;
  /** Kept at the erasure of an account that a lander brought, so that the figures of its campaign stay true. */
  origin?: SignUpOrigin;
}

/** A member's newest archive; a member has at most one. `_id` is the member, `key` names the file. */
export interface ExportRow {
  _id: string;
  key: string;
  /** Public id of the session that asked. No other session may download it. */
  session: string;
  state: 'building' | 'ready' | 'failed';
  progress: number;
  askedAt: number;
  expiresAt: number | null;
  sizeBytes: number | null;
}

/** The collections of this feature. */
export function accountCollections({ connection }: Mongo) {
  return {
    accounts: connection.collection<AccountRow>('accounts'),
    emails: connection.collection<EmailRow>('emails'),
    sessions: connection.collection<SessionRow>('sessions'),
    wipedSessions: connection.collection<WipedSessionRow>('wipedSessions'),
    tokens: connection.collection<TokenRow>('tokens'),
    mails: connection.collection<MailRow>('mails'),
    mailTurns: connection.collection<MailTurnRow>('mailTurns'),
    attempts: connection.collection<AttemptRow>('loginAttempts'),
    deletions: connection.collection<DeletionRow>('deletions'),
    exports: connection.collection<ExportRow>('exports'),
  };
}

export type AccountCollections = ReturnType<typeof accountCollections>;
