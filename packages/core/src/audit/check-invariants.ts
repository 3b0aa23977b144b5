import type { Mongo } from '@heartline/platform';
import { checkConversations } from './check-conversations.ts';
import { checkLedgers } from './check-ledgers.ts';
import { checkPurchases } from './check-purchases.ts';
import { checkSessions } from './check-sessions.ts';
import { checkSettlements } from './check-settlements.ts';
import type { Violation } from './violation.ts';

export interface CheckOptions {
  now: number;
  /** Holds younger than this may still be open. A test that waited for quiet passes 0. */
  quietMs: number;
  /** How far back settlements are paired; everything else is checked whole. */
  windowMs: number;
  /** How many conversations a free member of this site may start. */
  freeConversations(site: string): Promise<number>;
}

/**
 * Every invariant of money and messages that the stores can show, in one pass; the same after each test and hourly in
 * production. Reads only. Answers what is wrong, at most `limit` findings.
 */
export async function checkInvariants(
  mongo: Mongo,
  options: CheckOptions,
  limit = 100,
): Promise<Violation[]> {
  const until = options.now - options.quietMs;
  const checks = [
    checkLedgers(mongo, options),
    checkConversations(mongo),
    checkSettlements(mongo, until - options.windowMs, until),
    checkPurchases(mongo),
    checkSessions(mongo, options.now),
  ];
  const found: Violation[] = [];
  for (const check of checks) {
    for await (const violation of check) {
      found.push(violation);
      if (found.length >= limit) return found;
    }
  }
  return found;
}
