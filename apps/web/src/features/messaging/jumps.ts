import { createWatchedMap } from '../../client/watched-map.ts';

/**
 * Target of a jump. `new` is the first unread message of the other member from a row on. `moment` and `day` (its
 * midnight) are the first message from that time on.
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
  /** Differs for every request, so that the same target can be requested twice. */
  id: number;
  /** Time of the request, in ms since this page loaded. */
  at: number;
}

/** Last requested jump per conversation. A request for a closed conversation waits until it opens. */
const wishes = createWatchedMap<Jump>();
let ids = 0;

/** Brings a place of a conversation into view, loading it if needed: now, or when the conversation opens. */
export function requestJump(conversation: string, target: JumpTarget): void {
  ids += 1;
  wishes.set(conversation, { target, id: ids, at: performance.now() });
}

/** Ends a jump that was done or can't be. */
export function endJump(conversation: string, id: number): void {
  if (wishes.get(conversation)?.id === id) wishes.delete(conversation);
}

/** The jump requested for a conversation. */
export function useJumpRequest(conversation: string): Jump | undefined {
  return wishes.useValue(conversation);
}
