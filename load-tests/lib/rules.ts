import type { Options } from 'k6/options';

/** Rules of k6 by the figure they speak of; a list without any asks nothing of it. */
export type Rules = NonNullable<Options['thresholds']>;

/** Minutes from which on a run ends at once when it can only fail: nobody waits half an hour to be told so. */
const LONG = 5;
const NONE = ['count==0'];

/**
 * Rules of every run: nothing lost, doubled or reordered, and no action left out by the generator. What devices make good
 * for by themselves is a rule too: a message that nobody answered and that goes again after ten seconds, or somebody cut
 * off who is back after one, is in no p99 while there are few of them.
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
 * For scenarios whose house may be too busy for a moment: it says so, and is asked again. The two of a pair, who write half
 * a round apart, may then do so at once, and a place that was given up is a row that nobody is told of: devices fetch.
 */
export const MAY_BE_BUSY: Rules = {
  calls_put_off: [],
  messages_expired: [],
  messages_fetched_gaps: [],
  messages_put_off: [],
  signals_put_off: [],
};

/** For those that ask for more than it can do, or take a gateway away: it may not answer, and cut off who does not read. */
export const MAY_CUT_OFF: Rules = { ...MAY_BE_BUSY, messages_unanswered: [], sockets_reconnected: [] };
