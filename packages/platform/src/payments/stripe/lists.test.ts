import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { intentsDisputedSince } from './lists.ts';

/** Longest answer that is read, and the evidence that Stripe stores with one dispute. */
const ANSWER_BYTES = 256 * 1_024;
const EVIDENCE_SIGNS = 150_000;

const evidence = { uncategorized_text: 'x'.repeat(EVIDENCE_SIGNS) };
const facts = {
  amount: 999,
  currency: 'eur',
  status: 'lost',
  reason: 'fraudulent',
  created: 1_767_225_600,
  evidence,
};
const disputes = [0, 1, 2].map((at) => ({ ...facts, id: `dp_${at}`, payment_intent: `pi_${at}` }));

/** A list that is read in pages, each of which must be short enough to be read. */
function paged<T>(rows: readonly T[]) {
  return async function* ({ limit }: { limit: number }) {
    for (let from = 0; from < rows.length; from += limit) {
      const page = rows.slice(from, from + limit);
      if (JSON.stringify(page).length > ANSWER_BYTES) throw new Error('answer too long');
      yield* page;
    }
  };
}

describe('disputes at Stripe', () => {
  it('are listed in answers that can be read, with all their evidence', async () => {
    const events = disputes.map((object) => ({ data: { object } }));
    const stripe = { disputes: { list: paged(disputes) }, events: { list: paged(events) } };
    const found = await intentsDisputedSince(stripe as unknown as Stripe, { since: 0, now: Date.now() });
    expect(found).toEqual(['pi_0', 'pi_1', 'pi_2']);
  });
});
