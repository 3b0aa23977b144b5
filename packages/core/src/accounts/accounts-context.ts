import type {
  Balance,
  BodyType,
  EyeColor,
  Gender,
  HairColor,
  Reason,
  RelationshipStatus,
  Sexuality,
  Tattoos,
} from '@heartline/contracts';
import type { ExportWord } from '@heartline/i18n';
import type { Archives, Passwords, ReadCache } from '@heartline/platform';
import type { CoreDeps } from '../core-deps.ts';
import type { Site } from '../site/index.ts';
import type { AccountCollections, AccountRow, AccountStatus, SessionRow } from './account.model.ts';
import type { EndedSessions } from './ended-sessions.ts';

/** What later features do when an account changes. Each is safe to repeat. */
export interface AccountHooks {
  site: Pick<Site, 'settingsOf'>;
  balanceOf(member: string): Promise<Balance>;
  onSignedUp(member: string, createdAt: number): Promise<unknown>;
  onActivated(member: string, site: string): Promise<unknown>;
  profiles: {
    create(draft: ProfileDraft): Promise<void>;
    setStatus(member: string, status: AccountStatus): Promise<void>;
    seen(member: string, at: number): Promise<void>;
    own(member: string): Promise<OwnProfile | undefined>;
  };
  /** An operator is about to let a member in again. */
  onRestoring(member: string): Promise<unknown>;
  personalData: PersonalData;
}

/** What all features together keep about a member. */
export interface PersonalData {
  /** Erases it, but for what the law or another member's conversation needs (README). Safe to repeat. */
  erase(member: string): Promise<void>;
  /** About how many parts an archive will have. */
  count(member: string): Promise<number>;
  /** All of it, part by part, as the member may see it. */
  gather(member: string): AsyncIterable<ExportPart>;
}

/**
 * One part of an archive: data under a title, which is a section of its page; a conversation with somebody, which is a
 * page of its own; or a picture. `name` is the file's, without ending. Of others only what the member can see.
 */
export type ExportPart =
  | { kind: 'data'; name: string; title: ExportWord; data: unknown }
  | {
      kind: 'conversation';
      with: string | null;
      fictional: boolean;
      /** What the member chose for it, and what was said. */
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

/** What the signed-in member's own page frame shows of the profile. */
export interface OwnProfile {
  name: string;
  country: string;
  region: string;
  gender: Gender;
  sexuality: Sexuality;
  status: 'active' | 'disabled';
  main_image: { filename: string; thumb_filename: string } | null;
}

/** A session as far as calls and sockets need it. */
export interface SessionInfo {
  member: string;
  /** The session's public id. */
  session: string;
  status: AccountStatus;
  site: string;
  /** When it ends by itself, in server time. */
  until: number;
}

export interface SessionEntry extends Omit<SessionInfo, 'status' | 'until'>, Pick<SessionRow, 'leaves'> {
  era: number;
  /** As in its row. */
  follows: string | undefined;
  seenAt: number;
  expiresAt: number;
}

/** What the use cases of this feature share. */
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
