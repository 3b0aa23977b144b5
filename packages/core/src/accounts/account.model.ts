import type { LinkKind, Locale } from '@heartline/contracts';
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
  /** When the first purchase was settled; a copy of what the ledger says. */
  premiumAt: number | null;
  /** Hashes of the device cookies that signed in before, newest last. */
  knownDevices: string[];
  notificationsDisabled: ('fbl' | 'bounce' | 'listunsubscribe')[];
  pushSubscribed: boolean;
  fictionalConfirmedAt: number | null;
  seenAt: number;
  /** Where the link came from that led to the sign-up. */
  tracking?: Tracking;
  /** When the member agreed to offers of partners; nothing leaves the site without it. */
  partnerOffersAt?: number | null;
  /** Each time the member agreed to that or took it back, oldest first. */
  partnerOffersLog?: { agreed: boolean; at: number }[];
  /** The member whose page began the sign-up. */
  entry?: string | null;
  /** Counts what ends every session at once (new password, deletion): a session of another era is over. */
  era?: number;
  /** Set while the account waits to be erased. */
  deletion?: DeletionMark | null;
}

/** When and from which state an account was deleted. Once `erasingAt` stands there is no way back. */
export interface DeletionMark {
  at: number;
  eraseAt: number;
  /** `disabled` once an operator closed it while it waits: there is no way back. */
  statusBefore: 'active' | 'not_confirmed' | 'disabled';
  erasingAt: number | null;
}

/** Makes an e-mail address unique in a site: `_id` is `<site>:<key of the address>`. */
export interface EmailRow {
  _id: string;
  member: string;
  claimedAt: number;
  /** Hash of the key of the sign-up that claimed it. */
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
  /** The same as a date, because the engine forgets rows by it. */
  forgetAt: Date;
  era?: number;
  /** What it outlives. */
  leaves?: Leave[];
  /** The public id of the session it takes the place of, until it is first used. */
  follows?: string;
}

/**
 * A session that its member ended from elsewhere, as of a lost phone. `_id` is the hash of the cookie. The browser that
 * still brings it is told to erase everything, for as long as the session would have held.
 */
export interface WipedSessionRow {
  _id: string;
  forgetAt: Date;
}

/**
 * Leave for a session to go on under the era that one change of password begins: the change to exactly the stored
 * password of this seal.
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
  /** A date, because the engine forgets rows by it. */
  forgetAt: Date;
  /** Of links that dare not outlive a change of password: the hash of the stored password they were made under. */
  seal?: string;
  /** Of a change of address: from which key, and to what. */
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
  | 'refund-receipt'
  | 'unread-messages'
  | 'unread-reminder'
  | 'new-likes';

/** What a receipt says: what went back, for which payment, and when it was decided. */
export interface Receipt {
  payment: string;
  credits: number;
  cents: number;
  currency: string;
  at: number;
}

/** A mail to send, once. `secret` completes its link and is blanked when the mail has left. */
export interface MailRow {
  _id: string;
  member: string;
  template: MailTemplate;
  language: Locale;
  secret: string | null;
  /** Of a receipt. */
  receipt?: Receipt;
  /** Where it goes when that is not the address of the account. */
  to?: string | null;
  createdAt: number;
  /** When it is looked at again; null when it was given up. */
  dueAt: number | null;
  /** When a job took it last. */
  takenAt: number | null;
  sentAt: number | null;
  attempts: number;
  /** Tries that ended in a refusal for good. */
  refusals: number;
  /** How the last failed try ended. */
  failure?: string;
  givenUpAt?: number | null;
  /** When the engine forgets it: a while after it left; where it was given up, with its link. */
  forgetAt?: Date;
}

/** Wrong passwords in a row, for one address and device. `_id` names both by hash. */
export interface AttemptRow {
  _id: string;
  failures: number;
  blockedUntil: number;
  /** A date, because the engine forgets rows by it. */
  forgetAt: Date;
}

/** When a mail that people ask for may be sent again. `_id` names its kind and whom it is for, by hash. */
export interface MailTurnRow {
  _id: string;
  until: number;
  /** A date, because the engine forgets rows by it. */
  forgetAt: Date;
}

/**
 * A deletion. `_id` is the member. While the account waits: `settledAt` says that it is hidden, signed out and told;
 * null means a step was cut off. Afterwards the row is all that is left of the account.
 */
export interface DeletionRow {
  _id: string;
  askedAt: number;
  eraseAt: number;
  settledAt: number | null;
  erasedAt: number | null;
  /** When a sweep last took it on. */
  triedAt?: number;
}

/** A member's archive; one at a time, the newest. `_id` is the member, `key` names the file. */
export interface ExportRow {
  _id: string;
  key: string;
  /** Public id of the session that asked: nobody else may download it. */
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
