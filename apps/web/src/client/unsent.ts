import { localStore } from './storage.ts';

/** A member's unsent messages in the outbox, and drafts. */
export interface Unsent {
  messages: number;
  drafts: number;
}

/** A key of the local store with its member: `draft:<member>:<where>` or `reply:<member>:<where>`. */
const NAME = /^(?:draft|reply):([^:]+):/;
/** The retention of unsent text is stored under this prefix and the member. */
export const UNSENT_UNTIL = 'words-kept-until:';

/** True for a key that stores a retention. */
export const isUnsentNote = (name: string): boolean => name.startsWith(UNSENT_UNTIL);
/** True when unsent text is stored here for a member's next log-in. */
export const isUnsentStored = (): boolean => localStore.names().some(isUnsentNote);

const NOTHING: Unsent = { messages: 0, drafts: 0 };
const none = () => NOTHING;
/** Counts the unsent text of this page; the messaging feature provides it. */
let count = none;

/** Sets how to count. Returns the function that removes it. */
export function provideUnsentCount(how: () => Unsent): () => void {
  count = how;
  return () => {
    if (count === how) count = none;
  };
}

/**
 * The messages and drafts that are lost if this browser forgets the member now, as far as this page knows. Synchronous:
 * the log-out must not wait.
 */
export const countUnsent = (): Unsent => count();

/** The owner of a key of the local store; undefined when it is something else. */
export const ownerOfName = (name: string): string | undefined => NAME.exec(name)?.[1];

/** The number of a member's drafts in this browser. */
export const countDrafts = (member: string): number =>
  localStore.names().filter((name) => name.startsWith('draft:') && ownerOfName(name) === member).length;
