import type { CaseOutcome, getReportable, OutputOf } from '@heartline/contracts';
import type { Accounts } from '../accounts/index.ts';
import type { CoreDeps } from '../core-deps.ts';
import type { Blocks } from './block.repository.ts';
import type { MessageSnapshot, PersonSnapshot, SafetyCollections } from './safety.model.ts';

/** The fields of a member that this feature needs. They are internal; members do not get them through it. */
export interface Person extends Omit<PersonSnapshot, 'photos'> {
  site: string;
  invisible: boolean;
  photos: readonly { id: string }[];
}

/** Calls into other features when this one decides. Each is safe to repeat. */
export interface SafetyHooks {
  accounts: Pick<Accounts, 'accountOf' | 'hasPremium' | 'suspend' | 'restore' | 'mail' | 'wasMailed'>;
  people: {
    profileOf(member: string): Promise<Person | undefined>;
    pictureOf(member: string, photo: string): Promise<Buffer | undefined>;
    /** The texts of the other that the viewer can now read: about themselves, and the names of answered prompts. */
    textsShown(viewer: string, member: string): Promise<{ about: boolean; prompts: readonly string[] }>;
    /** Those of the people whom the viewer sees elsewhere on the site now. */
    shownTo(viewer: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
    setInvisible(member: string, invisible: boolean): Promise<void>;
  };
  conversations: {
    /** Stores a pending task before a block changes; call the result once all effects are done. */
    addPendingFollowUp(by: string, other: string): Promise<() => Promise<void>>;
    end(by: string, other: string): Promise<void>;
    reopen(by: string, other: string): Promise<unknown>;
    partnersOf(member: string): Promise<string[]>;
    excerptFor(member: string, conversation: string, seq: number): Promise<MessageSnapshot | undefined>;
    /** The picture of a reported message, as its sender sent it. */
    photoFor(member: string, conversation: string, seq: number): Promise<Buffer | undefined>;
    latestFrom(member: string, other: string): Promise<Omit<OutputOf<typeof getReportable>, 'profile'>>;
    /** Stores a pending task before a decision about a member; call the result once all effects are done. */
    addPendingDecision(what: {
      member: string;
      reason: CaseOutcome;
      case?: string | undefined;
    }): Promise<() => Promise<void>>;
    returnAllTo(member: string, reason: string): Promise<number>;
  };
  likes: { removeBetween(one: string, other: string): Promise<void> };
}

/** Shared context of the use cases of this feature. */
export interface SafetyContext extends Pick<CoreDeps, 'clock' | 'ids' | 'publisher' | 'config'> {
  collections: SafetyCollections;
  blocks: Blocks;
  hooks: SafetyHooks;
}
