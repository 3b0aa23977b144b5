import exec from 'k6/execution';
import { Counter, Gauge, Trend } from 'k6/metrics';
import { CALL_ACTIONS, type CallAction, SLICES } from '../plan.ts';
import { plan } from './settings.ts';

/** What every scenario counts. */
export const counters = {
  sent: new Counter('messages_sent'),
  acked: new Counter('messages_acked'),
  delivered: new Counter('messages_delivered'),
  duplicate: new Counter('messages_duplicate'),
  /** Rows heard once more after a cut, which clients drop by their number: no fault. */
  reportedAgain: new Counter('messages_told_again'),
  missing: new Counter('messages_missing'),
  outOfOrder: new Counter('messages_out_of_order'),
  refused: new Counter('messages_refused'),
  /** Times the house said “not now” and the message was sent again, as the web app's outbox does. */
  putOff: new Counter('messages_put_off'),
  /** Times no answer came within 10 s, or before a cut, and the message was sent again under the same key. */
  unanswered: new Counter('messages_unanswered'),
  /** Times the house had given a message up, and it was sent again under its next key. */
  expired: new Counter('messages_expired'),
  /** Heard by the other side although the sender was told that they are not taken. */
  refusedAndReceived: new Counter('messages_refused_and_heard'),
  receipts: new Counter('receipts_sent'),
  /** Conversations of which a sender never heard that they reached the other side. */
  receiptsUnseen: new Counter('receipts_unseen'),
  /** Read marks, receipts and signs of typing that the house could not take just then; nobody repeats them. */
  signalsPutOff: new Counter('signals_put_off'),
  /** Of the same, those that were never answered, by a gateway that went on. */
  signalsUnanswered: new Counter('signals_unanswered'),
  callsPutOff: new Counter('calls_put_off'),
  reconnected: new Counter('sockets_reconnected'),
  /** Times a client heard a later row first and fetched what was between. */
  gaps: new Counter('messages_fetched_gaps'),
  /** Messages that were fetched and never told of, though no cut and no repetition explains it. */
  fetchedOnly: new Counter('messages_fetched_only'),
  /** Messages that came to somebody who is not of the pair. */
  misrouted: new Counter('messages_misrouted'),
  /** Virtual users with sockets that came to their end: one that dies before counts nothing any more. */
  ended: new Counter('generator_vus_ended'),
};

/** One for each action over HTTP: `call_list_ms` and so on. */
const callTrends = Object.fromEntries(
  CALL_ACTIONS.map((action) => [action, new Trend(`call_${action}_ms`)]),
) as Record<CallAction, Trend>;

/** Milliseconds; those with a due time count from it. */
export const trends = {
  connect: new Trend('socket_connect_ms'),
  resync: new Trend('socket_resync_ms'),
  ack: new Trend('message_ack_ms'),
  delivery: new Trend('message_delivery_ms'),
  read: new Trend('read_ack_ms'),
  typing: new Trend('typing_ack_ms'),
  /** From when “received” was due, 300 ms after the message came. */
  receipt: new Trend('receipt_ack_ms'),
  ...callTrends,
  purchase: new Trend('purchase_ms'),
  /** How late the generator itself was: above a few tens of milliseconds the figures are the generator's. */
  late: new Trend('generator_late_ms'),
};

/** When the first action was due, in milliseconds since 1970: where the stretches of a report begin. */
export const beganAt = new Gauge('schedule_began_at');

/** Latencies that a report draws over time. */
const SLICED = ['message_ack_ms', 'message_delivery_ms'] as const;

const sliceMs = (plan.minutes * 60_000) / SLICES;

let run: typeof exec.instance | undefined;

/** Milliseconds since the run began: one clock of all VUs, finer than `Date.now`. */
export function clock(): number {
  // `exec.instance` is made anew each time it is asked for.
  run ??= exec.instance;
  return run.currentTestRunDuration;
}

let tagged = -1;

/**
 * Adds a latency under the stretch of the run in which it was due. The tag is the VU's own and set when it changes: a
 * tag given with each value costs more than the value.
 */
export function addSliced(trend: Trend, ms: number, sinceStartMs: number): void {
  const slice = Math.min(SLICES - 1, Math.max(0, Math.floor(sinceStartMs / sliceMs)));
  if (slice !== tagged) {
    exec.vu.metrics.tags['slice'] = slice;
    tagged = slice;
  }
  trend.add(ms);
}

/**
 * Rules that are always true: k6 keeps figures of its own only for stretches that some rule asks for.
 */
export const sliceRules: Record<string, string[]> = Object.fromEntries(
  SLICED.flatMap((name) =>
    Array.from({ length: SLICES }, (_, slice) => [`${name}{slice:${slice}}`, ['p(99)>=0']]),
  ),
);
