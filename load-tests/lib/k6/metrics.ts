import exec from 'k6/execution';
import { Counter, Gauge, Trend } from 'k6/metrics';
import { CALL_ACTIONS, type CallAction, SLICES } from '../plan.ts';
import { plan } from './settings.ts';

/** Counters of every scenario. */
export const counters = {
  sent: new Counter('messages_sent'),
  acked: new Counter('messages_acked'),
  delivered: new Counter('messages_delivered'),
  duplicate: new Counter('messages_duplicate'),
  /** Rows received again after a cut. Clients drop them by their number: no fault. */
  reportedAgain: new Counter('messages_told_again'),
  missing: new Counter('messages_missing'),
  outOfOrder: new Counter('messages_out_of_order'),
  refused: new Counter('messages_refused'),
  /** Times a message got “not now” and was sent again, as the web app's outbox does. */
  putOff: new Counter('messages_put_off'),
  /** Times a message got no answer within 10 s or before a cut, and was sent again under the same key. */
  unanswered: new Counter('messages_unanswered'),
  /** Times a message expired and was sent again under its next key. */
  expired: new Counter('messages_expired'),
  /** Messages delivered to the other side although the sender got a refusal. */
  refusedAndReceived: new Counter('messages_refused_and_heard'),
  receipts: new Counter('receipts_sent'),
  /** Conversations whose sender never learned that they reached the other side. */
  receiptsUnseen: new Counter('receipts_unseen'),
  /** Read marks, receipts and typing signals that the app could not take; devices do not repeat them. */
  signalsPutOff: new Counter('signals_put_off'),
  /** The same signals without an answer from a gateway that still worked. */
  signalsUnanswered: new Counter('signals_unanswered'),
  callsPutOff: new Counter('calls_put_off'),
  reconnected: new Counter('sockets_reconnected'),
  /** Times a client received a later row first and fetched those in between. */
  gaps: new Counter('messages_fetched_gaps'),
  /** Messages that were fetched and whose event never came, without a cut or a resend that explains it. */
  fetchedOnly: new Counter('messages_fetched_only'),
  /** Messages that reached a member outside the pair. */
  misrouted: new Counter('messages_misrouted'),
  /** Virtual users with sockets that completed. One that dies early counts nothing any more. */
  ended: new Counter('generator_vus_ended'),
};

/** One trend per HTTP action: `call_list_ms` and so on. */
const callTrends = Object.fromEntries(
  CALL_ACTIONS.map((action) => [action, new Trend(`call_${action}_ms`)]),
) as Record<CallAction, Trend>;

/** Milliseconds, measured from the due time if there is one. */
export const trends = {
  connect: new Trend('socket_connect_ms'),
  resync: new Trend('socket_resync_ms'),
  ack: new Trend('message_ack_ms'),
  delivery: new Trend('message_delivery_ms'),
  read: new Trend('read_ack_ms'),
  typing: new Trend('typing_ack_ms'),
  /** From when the receipt was due, 300 ms after the message arrived. */
  receipt: new Trend('receipt_ack_ms'),
  ...callTrends,
  purchase: new Trend('purchase_ms'),
  /** Lateness of the generator. Above a few tens of milliseconds the generator distorts the figures. */
  late: new Trend('generator_late_ms'),
};

/** When the first action was due, in milliseconds since 1970: start of the slices of a report. */
export const beganAt = new Gauge('schedule_began_at');

/** Latencies that a report draws over time. */
const SLICED = ['message_ack_ms', 'message_delivery_ms'] as const;

const sliceMs = (plan.minutes * 60_000) / SLICES;

let run: typeof exec.instance | undefined;

/** Milliseconds since the run began: one clock for all VUs, finer than `Date.now`. */
export function clock(): number {
  // `exec.instance` is created anew on each access.
  run ??= exec.instance;
  return run.currentTestRunDuration;
}

let tagged = -1;

/**
 * Adds a latency under the slice of the run in which it was due. Sets the tag on the VU when it changes, since a tag
 * per value costs more than the value.
 */
export function addSliced(trend: Trend, ms: number, sinceStartMs: number): void {
  const slice = Math.min(SLICES - 1, Math.max(0, Math.floor(sinceStartMs / sliceMs)));
  if (slice !== tagged) {
    exec.vu.metrics.tags['slice'] = slice;
    tagged = slice;
  }
  trend.add(ms);
}

/** Rules that are always true: k6 only keeps figures of slices that some rule uses. */
export const sliceRules: Record<string, string[]> = Object.fromEntries(
  SLICED.flatMap((name) =>
    Array.from({ length: SLICES }, (_, slice) => [`${name}{slice:${slice}}`, ['p(99)>=0']]),
  ),
);
