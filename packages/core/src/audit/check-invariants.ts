import type { Mongo } from '@heartline/platform';
import { checkBlocks } from './check-blocks.ts';
import { checkBooks } from './check-books.ts';
import { checkConversations } from './check-conversations.ts';
import { checkDeliveries } from './check-deliveries.ts';
import { checkErasures } from './check-erasures.ts';
import { checkIndexes } from './check-indexes.ts';
import { checkLikes } from './check-likes.ts';
import { checkPictures } from './check-pictures.ts';
import { checkPayments } from './check-purchases.ts';
import { checkSessions } from './check-sessions.ts';
import type { Violation } from './violation.ts';

export interface CheckOptions {
  now: number;
  /** Rows younger than this are left alone: their holds may still be open. A test that waited for quiet passes 0. */
  quietMs: number;
  /** How far back rows are looked at. */
  windowMs: number;
  /** Walks every chain from its first row besides: what tests do, and production now and then. */
  whole?: boolean;
  /** How many conversations a free member of this site may start. */
  freeConversations(site: string): Promise<number>;
  /** How many people a visitor of this site may like a day; as sites have it by default when nothing is said. */
  swipeLikes?(site: string): Promise<number>;
  /** How many pictures a premium member of this site may have, and the stored forms of one; without it none is read. */
  photos?: { limit(site: string): Promise<number>; forms(key: string): Promise<Buffer[]> };
}

/** What one pass looks at. */
export interface Audit extends CheckOptions {
  mongo: Mongo;
  /** Documents read at once; 1,000 unless a test says otherwise. */
  batch?: number;
  from: number;
  until: number;
}

/** One family of invariants; yields what is wrong as it finds it. */
type Check = (audit: Audit) => AsyncGenerator<Violation>;

const CHECKS: readonly Check[] = [
  checkBooks,
  checkConversations,
  checkDeliveries,
  checkIndexes,
  checkPayments,
  checkSessions,
  checkErasures,
  checkLikes,
  checkBlocks,
  checkPictures,
];

/**
 * Every invariant of money and messages that the stores can show, in one pass; the same after each test and hourly in
 * production. Reads only, in bounded batches, as much as was written in the window; with `whole`, everything. Answers
 * what is wrong, about `limit` findings at most.
 */
export async function checkInvariants(
  mongo: Mongo,
  options: CheckOptions,
  limit = 100,
): Promise<Violation[]> {
  const until = options.now - options.quietMs;
  const audit: Audit = { ...options, mongo, until, from: until - options.windowMs };
  const found: Violation[] = [];
  const run = async (check: Check) => {
    for await (const violation of check(audit)) {
      found.push(violation);
      if (found.length >= limit) return;
    }
  };
  await Promise.all(CHECKS.map(run));
  return found.slice(0, limit);
}
