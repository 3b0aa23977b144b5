import type { Options } from 'k6/options';

/** Rules of k6 by metric; an empty list means no rule. */
export type Rules = NonNullable<Options['thresholds']>;

/** Runs of at least this many minutes abort once they can only fail. */
const LONG = 5;
const NONE = ['count==0'];

/**
 * Rules of every run: nothing is lost, duplicated or reordered, and the generator leaves out no action. Problems that
 * devices repair themselves count too: a message resent after 10 s, or a socket cut for 1 s. While these are few, no
 * p99 shows them.
 */
export function rulesFor({ minutes, socketVus }: { minutes: number; socketVus: number }): Rules {
  const never = [{ threshold: 'count==0', abortOnFail: minutes >= LONG }];
  return {
    checks: ['rate==1'],
    calls_put_off: NONE,
    dropped_iterations: NONE,
    messages_duplicate: never,
    messages_expired: NONE,
    messages_fetched_gaps: NONE,
    messages_fetched_only: NONE,
    messages_misrouted: never,
    messages_missing: NONE,
    messages_out_of_order: never,
    messages_put_off: NONE,
    messages_refused: never,
    messages_refused_and_heard: never,
    messages_unanswered: NONE,
    receipts_unseen: NONE,
    signals_put_off: NONE,
    signals_unanswered: NONE,
    sockets_reconnected: NONE,
    generator_vus_ended: [`count==${socketVus}`],
    generator_late_ms: ['p(99)<100'],
  };
}

/**
 * For scenarios in which the app may be too busy for a moment, says so, and gets the request again. A pair may then
 * write at the same moment, and an expired send leaves an empty row. No event announces it, so devices fetch it.
 */
export const MAY_BE_BUSY: Rules = {
  calls_put_off: [],
  messages_expired: [],
  messages_fetched_gaps: [],
  messages_put_off: [],
  signals_put_off: [],
};

/** For scenarios that overload the app or kill a gateway. Answers may be missing, and slow readers may be cut off. */
export const MAY_CUT_OFF: Rules = { ...MAY_BE_BUSY, messages_unanswered: [], sockets_reconnected: [] };
