import type { Mongo } from '@heartline/platform';
import type { Audit, CheckOptions } from './audit.ts';
import { checkAddresses } from './check-addresses.ts';
import { checkBlocks } from './check-blocks.ts';
import { checkBooks } from './check-books.ts';
import { checkCodes } from './check-codes.ts';
import { checkConversations } from './check-conversations.ts';
import { checkDeliveries } from './check-deliveries.ts';
import { checkDisputes } from './check-disputes.ts';
import { checkErasures } from './check-erasures.ts';
import { checkIndexes } from './check-indexes.ts';
import { checkLikes } from './check-likes.ts';
import { checkPictures } from './check-pictures.ts';
import { checkPayments } from './check-purchases.ts';
import { checkReceipts } from './check-receipts.ts';
import { checkSessions } from './check-sessions.ts';
import { checkStrays } from './check-strays.ts';
import type { Violation } from './violation.ts';

/** One family of invariants; yields violations as it finds them. */
type Check = (audit: Audit) => AsyncGenerator<Violation>;

const CHECKS: readonly Check[] = [
  checkBooks,
  checkConversations,
  checkDeliveries,
  checkIndexes,
  checkPayments,
  checkReceipts,
  checkDisputes,
  checkCodes,
  checkStrays,
  checkSessions,
  checkAddresses,
  checkErasures,
  checkLikes,
  checkBlocks,
  checkPictures,
];

/**
 * Checks every invariant of money and messages that the databases can show, in one pass; after each test and
 * hourly in production. Reads only, in bounded batches, the rows of the window; with `whole`, everything.
 * Returns about `limit` violations at most.
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
