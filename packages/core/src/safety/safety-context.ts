import type { CaseOutcome, getReportable, OutputOf } from '@heartline/contracts';
import type { Accounts } from '../accounts/index.ts';
import type { CoreDeps } from '../core-deps.ts';
import type { Blocks } from './block.repository.ts';
import type { MessageSnapshot, PersonSnapshot, SafetyCollections } from './safety.model.ts';

/** A member as this feature needs one; of what others may see, nothing leaves through it. */
export interface Person extends Omit<PersonSnapshot, 'photos'> {
  site: string;
  invisible: boolean;
  photos: readonly { id: string }[];
}

/** What later features do when this one decides. Each is safe to repeat. */
export interface SafetyHooks {
  accounts: Pick<Accounts, 'accountOf' | 'hasPremium' | 'suspend' | 'restore' | 'mail' | 'wasMailed'>;
  people: {
    profileOf(member: string): Promise<Person | undefined>;
    pictureOf(member: string, photo: string): Promise<Buffer | undefined>;
    /** Whether the viewer can read now what the member says about themselves. */
    isAboutShown(viewer: string, member: string): Promise<boolean>;
    /** Those of the people whom the viewer meets elsewhere on the site now. */
    shownTo(viewer: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
    setInvisible(member: string, invisible: boolean): Promise<void>;
  };
  conversations: {
    /** Written down before a block is put or taken back; the answer is called once all that follows is done. */
    addPendingFollowUp(by: string, other: string): Promise<() => Promise<void>>;
    end(by: string, other: string): Promise<void>;
    reopen(by: string, other: string): Promise<unknown>;
    partnersOf(member: string): Promise<string[]>;
    excerptFor(member: string, conversation: string, seq: number): Promise<MessageSnapshot | undefined>;
    /** The picture of a message that is reported, as its sender sent it. */
    photoFor(member: string, conversation: string, seq: number): Promise<Buffer | undefined>;
    latestFrom(member: string, other: string): Promise<Omit<OutputOf<typeof getReportable>, 'profile'>>;
    /** Written down before a decision about a member; the answer is called once all that follows is done. */
    addPendingDecision(what: {
      member: string;
      reason: CaseOutcome;
      case?: string | undefined;
    }): Promise<() => Promise<void>>;
    returnAllTo(member: string, reason: string): Promise<number>;
  };
  likes: { removeBetween(one: string, other: string): Promise<void> };
}

/** What the use cases of this feature share. */
export interface SafetyContext extends Pick<CoreDeps, 'clock' | 'ids' | 'publisher' | 'config'> {
  collections: SafetyCollections;
  blocks: Blocks;
  hooks: SafetyHooks;
}
