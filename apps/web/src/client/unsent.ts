import { localStore } from './storage.ts';

/** What a member has not sent yet: messages in the outbox, and drafts. */
export interface Unsent {
  messages: number;
  drafts: number;
}

/** An entry of the site's store, with its member: `draft:<member>:<where>` or `reply:<member>:<where>`. */
const NAME = /^(?:draft|reply):([^:]+):/;
/** How long words wait here is noted under this and their member. */
export const UNSENT_UNTIL = 'words-kept-until:';

/** Whether it is noted here how long words wait. */
export const isUnsentNote = (name: string): boolean => name.startsWith(UNSENT_UNTIL);
/** Whether words wait here for the next log-in of a member. */
export const isUnsentStored = (): boolean => localStore.names().some(isUnsentNote);

const NOTHING: Unsent = { messages: 0, drafts: 0 };
const none = () => NOTHING;
/** Of this page; messaging knows. */
let count = none;

/** Says how to count it, from now on. Returns how to stop. */
export function provideUnsentCount(how: () => Unsent): () => void {
  count = how;
  return () => {
    if (count === how) count = none;
  };
}

/** What would be lost if this browser forgot the member now, as far as this page knows: nobody waits for it to log out. */
export const countUnsent = (): Unsent => count();

/** Whose words an entry of the site's store is; undefined where it is something else. */
export const ownerOfName = (name: string): string | undefined => NAME.exec(name)?.[1];

/** How many drafts of a member this browser keeps. */
export const countDrafts = (member: string): number =>
  localStore.names().filter((name) => name.startsWith('draft:') && ownerOfName(name) === member).length;
