import type {
  Balance,
  BodyType,
  EyeColor,
  Gender,
  HairColor,
  Locale,
  Reason,
  RelationshipStatus,
  Sexuality,
  Tattoos,
} from '@heartline/contracts';
import type { ExportWord } from '@heartline/i18n';
import type { Archives, Passwords, ReadCache } from '@heartline/platform';
import type { CoreDeps } from '../core-deps.ts';
import type { Site, SiteOfHost } from '../site/index.ts';
import type {
  AccountCollections,
  AccountRow,
  AccountStatus,
  SessionRow,
  TextVersion,
} from './account.model.ts';
import type { EndedSessions } from './ended-sessions.ts';

/** Calls into later features when an account changes. Each is safe to repeat. */
export interface AccountHooks {
  site: Pick<Site, 'settingsOf'>;
  /** The version of a text that holds on a site now, in this language. */
  textVersion(site: SiteOfHost, slug: 'terms' | 'privacy', locale: Locale): Promise<TextVersion>;
  balanceOf(member: string): Promise<Balance>;
  onSignedUp(member: string, createdAt: number): Promise<unknown>;
  onActivated(member: string, site: string): Promise<unknown>;
  profiles: {
    create(draft: ProfileDraft): Promise<void>;
    setStatus(member: string, status: AccountStatus): Promise<void>;
    seen(member: string, at: number): Promise<void>;
    own(member: string): Promise<OwnProfile | undefined>;
  };
  /** True while a member owes credits, or a debit of theirs may still come back: the erasure waits. */
  hasOpenMoney(member: string): Promise<boolean>;
  /** Called before an operator reopens an account. */
  onRestoring(member: string): Promise<unknown>;
  personalData: PersonalData;
}

/** Access to the personal data that a feature stores about a member. */
export interface PersonalData {
  /** Erases it, except data that the law or another member's conversation needs (README). Safe to repeat. */
  erase(member: string): Promise<void>;
  /** Approximate number of parts in an archive. */
  count(member: string): Promise<number>;
  /** Yields all data, part by part, in the form the member may see. */
  gather(member: string): AsyncIterable<ExportPart>;
}

/**
 * One part of an archive. `name` is the file name without its extension. Of other members it contains only
 * what this member can see.
 *
 * - `data`: data under a title, shown as a section of its page.
 * - `conversation`: a conversation with one member, shown as its own page.
 * - `picture`: a picture.
 */
export type ExportPart =
  | { kind: 'data'; name: string; title: ExportWord; data: unknown }
  | {
      kind: 'conversation';
      with: string | null;
      fictional: boolean;
      /** The member's settings for the conversation, and its messages. */
      data: {
        muted: boolean;
        readReceipts: boolean;
        photosAlwaysShown: boolean;
        messages: readonly object[];
      };
    }
  | { kind: 'picture'; name: string; bytes: Buffer };

/** The profile a sign-up starts with. */
export interface ProfileDraft {
  member: string;
  site: string;
  name: string;
  gender: Gender;
  sexuality: Sexuality;
  dateOfBirth: string;
  country: string;
  region: string;
  city: string | null;
  hairColor: HairColor | null;
  eyeColor: EyeColor | null;
  bodyType: BodyType | null;
  relationshipStatus: RelationshipStatus | null;
  tattoos: Tattoos | null;
  reason: Reason | null;
  about: string | null;
  language: string;
  createdAt: number;
}

/** Parts of the profile that the page frame of the signed-in member shows. */
export interface OwnProfile {
  name: string;
  country: string;
  region: string;
  gender: Gender;
  sexuality: Sexuality;
  status: 'active' | 'disabled';
  main_image: { filename: string; thumb_filename: string } | null;
}

/** The fields of a session that calls and sockets need. */
export interface SessionInfo {
  member: string;
  /** The session's public id. */
  session: string;
  status: AccountStatus;
  site: string;
  /** When it expires, in server time. */
  until: number;
}

export interface SessionEntry extends Omit<SessionInfo, 'status' | 'until'>, Pick<SessionRow, 'leaves'> {
  era: number;
  /** See `SessionRow.follows`. */
  follows: string | undefined;
  seenAt: number;
  expiresAt: number;
}

/** Shared context of the use cases of this feature. */
export interface AccountsContext extends Pick<CoreDeps, 'clock' | 'ids' | 'queues' | 'publisher' | 'logger'> {
  hooks: AccountHooks;
  collections: AccountCollections;
  passwords: Passwords;
  /** Accounts by member, at most 5 s old. */
  accounts: ReadCache<AccountRow>;
  /** Sessions by the hash of their cookie, at most 3 s old. */
  sessions: ReadCache<SessionEntry>;
  ended: EndedSessions;
  archives: Archives;
}
