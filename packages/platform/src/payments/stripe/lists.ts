import type Stripe from 'stripe';
import { type ProviderDispute, type ProviderRefund, ProviderUnavailable } from '../../ports.ts';
import { type ReadIntent, readDispute, readRefund } from './read-look.ts';

const DAY_MS = 86_400_000;
/** Stripe keeps events for 30 days. */
const EVENTS_MS = 29 * DAY_MS;
const DISPUTE_EVENTS = [
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
];

/** Page sizes: an expanded session has up to 15 KB, a plain one 5 KB, and an answer at most 256 KiB. */
export const EXPANDED_PAGE = 10;
export const PLAIN_PAGE = 30;
export const SMALL_PAGE = 50;
/** A dispute has up to 150,000 signs of evidence, so two may be too long for one answer. */
const DISPUTE_PAGE = 1;

/** Most rows read of one list. A longer one is an error: an answer that omits rows would be wrong. */
export const MOST_ROWS = 20_000;
/** The same while a member waits. */
export const MOST_RECENT_ROWS = 900;

/** Every row of a list, in our words. */
export async function all<T, U>(
  rows: AsyncIterable<T>,
  read: (row: T) => U,
  mostRows = MOST_ROWS,
): Promise<U[]> {
  const found: U[] = [];
  for await (const row of bounded(rows, mostRows)) found.push(read(row));
  return found;
}

/** The rows of a list. @throws {ProviderUnavailable} when it is longer than can be read. */
export async function* bounded<T>(rows: AsyncIterable<T>, mostRows = MOST_ROWS): AsyncGenerator<T> {
  let count = 0;
  for await (const row of rows) {
    count += 1;
    if (count > mostRows) throw new ProviderUnavailable(`stripe: a list has more than ${mostRows} rows`);
    yield row;
  }
}

/** Every refund. The expanded list ends after ten. */
export async function refundsOf(stripe: Stripe, intent: ReadIntent | null): Promise<ProviderRefund[]> {
  const expanded = intent?.latest_charge?.refunds;
  if (!expanded?.has_more) return (expanded?.data ?? []).map(readRefund);
  const rows = stripe.refunds.list({ payment_intent: intent?.id ?? '', limit: SMALL_PAGE });
  return all(rows, readRefund);
}

/** Disputes by the id of their intent. A dispute is never older than its payment. */
export async function disputesByIntent(stripe: Stripe, gte: number): Promise<Map<string, ProviderDispute[]>> {
  const byIntent = new Map<string, ProviderDispute[]>();
  for await (const dispute of bounded(stripe.disputes.list({ created: { gte }, limit: DISPUTE_PAGE }))) {
    const intent =
      typeof dispute.payment_intent === 'string' ? dispute.payment_intent : dispute.payment_intent?.id;
    if (intent) byIntent.set(intent, [...(byIntent.get(intent) ?? []), readDispute(dispute)]);
  }
  return byIntent;
}

/**
 * Intents with a dispute that began since then, or that changed since within the last 30 days. Stripe lists disputes by
 * their beginning only, so the changes come from events.
 */
export async function intentsDisputedSince(
  stripe: Stripe,
  { since, now }: { since: number; now: number },
): Promise<string[]> {
  const begun = await disputesByIntent(stripe, Math.floor(since / 1_000));
  const changed = stripe.events.list({
    types: DISPUTE_EVENTS,
    created: { gte: Math.floor(Math.max(since, now - EVENTS_MS) / 1_000) },
    limit: DISPUTE_PAGE,
  });
  const intents = await all(changed, ({ data }) => {
    const { payment_intent: intent } = data.object as { payment_intent?: unknown };
    return typeof intent === 'string' ? intent : undefined;
  });
  return [...new Set([...begun.keys(), ...intents.filter((intent) => intent !== undefined)])];
}
