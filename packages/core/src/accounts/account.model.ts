import type { Locale } from '@heartline/contracts';
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
  /** The member whose page began the sign-up. */
  entry?: string | null;
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
}

/** A one-time link. `_id` is the hash of its secret. */
export interface TokenRow {
  _id: string;
  kind: 'activation';
  member: string;
  expiresAt: number;
  usedAt: number | null;
}

/** A mail to send, once. `secret` completes its link and is blanked when the mail has left. */
export interface MailRow {
  _id: string;
  member: string;
  template: 'activation';
  language: Locale;
  secret: string | null;
  createdAt: number;
  /** When a job took it; null again when its try failed. */
  takenAt: number | null;
  sentAt: number | null;
  attempts: number;
}

/** Wrong passwords in a row, for one address and device. `_id` names both by hash. */
export interface AttemptRow {
  _id: string;
  failures: number;
  blockedUntil: number;
  /** A date, because the engine forgets rows by it. */
  forgetAt: Date;
}

/** The collections of this feature. */
export function accountCollections({ connection }: Mongo) {
  return {
    accounts: connection.collection<AccountRow>('accounts'),
    emails: connection.collection<EmailRow>('emails'),
    sessions: connection.collection<SessionRow>('sessions'),
    tokens: connection.collection<TokenRow>('tokens'),
    mails: connection.collection<MailRow>('mails'),
    attempts: connection.collection<AttemptRow>('loginAttempts'),
  };
}

export type AccountCollections = ReturnType<typeof accountCollections>;
