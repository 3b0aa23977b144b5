import { createWatchedMap } from '../../client/watched-map.ts';

/**
 * Where a reader wants to be: at a message, at the first of the other side's from a row on, at the first one from a moment
 * on, at the first one of a day that they chose (by its midnight), at the beginning, or at the end.
 */
export type JumpTarget =
  | { kind: 'row'; seq: number }
  | { kind: 'new'; from: number; me: string }
  | { kind: 'moment'; at: number }
  | { kind: 'day'; at: number }
  | { kind: 'start' }
  | { kind: 'end' };

export interface Jump {
  target: JumpTarget;
  /** Another one for every wish, so that the same place can be asked for twice. */
  id: number;
  /** When it was wished for, in ms since this page was opened. */
  at: number;
}

/** The last wish per conversation. One that is asked for before its conversation is open waits for it. */
const wishes = createWatchedMap<Jump>();
let ids = 0;

/** Brings a place of a conversation into view, however far away it is: now, or when the conversation opens. */
export function requestJump(conversation: string, target: JumpTarget): void {
  ids += 1;
  wishes.set(conversation, { target, id: ids, at: performance.now() });
}

/** The wish was met, or can't be. */
export function endJump(conversation: string, id: number): void {
  if (wishes.get(conversation)?.id === id) wishes.delete(conversation);
}

/** Where the reader of a conversation wants to be. */
export function useJumpRequest(conversation: string): Jump | undefined {
  return wishes.useValue(conversation);
}
