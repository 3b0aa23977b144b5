import { LEDGER } from '../credits/index.ts';
import { INBOX, type InboxDoc, inboxId } from '../messaging/index.ts';
import { documentsOf, type Existing, inWindow } from '../read-in-batches.ts';
import type { Audit } from './audit.ts';
import { checkChargebacks } from './check-disputes.ts';
import { type BookRow, checkRows } from './check-ledgers.ts';
import { checkLegs } from './check-legs.ts';
import { checkBothSides, checkMarks, checkPlaces, isSeen, MARKS } from './check-places.ts';
import { checkPurchases } from './check-purchases.ts';
import { checkRefunds } from './check-refunds.ts';
import { checkHolds, checkReturns } from './check-settlements.ts';
import type { Violation } from './violation.ts';

const FIELDS: readonly (keyof BookRow)[] = [
  'owner',
  'n',
  'key',
  'kind',
  'purchased',
  'bonus',
  'purchasedAfter',
  'bonusAfter',
  'debt',
  'debtAfter',
  'premium',
  'started',
  'at',
  'hold',
  'money',
];

/**
 * Reads the ledgers once, in batches, for all checks of their rows:
 *
 * - Each row follows from the one before (C1, C2, C9, L1) and moves what its kind moves (C3).
 * - Holds of the window are closed as their messages say (C4).
 * - Their conversations are sound and known to both sides (M1, M3, M5, M6).
 * - Purchases belong to payments (C5), refunds and charge-backs to purchases (C6) and to disputes (C11).
 */
export async function* checkBooks(audit: Audit): AsyncGenerator<Violation> {
  const { from, until, whole } = audit;
  for await (const rows of inWindow<BookRow>(audit, LEDGER, FIELDS)) {
    yield* checkRows(audit, rows);
    yield* checkLegs(audit, rows);
    yield* checkRefunds(audit, rows);
    yield* checkChargebacks(audit, rows);
    yield* checkReturns(audit, rows);
    const holds = rows.filter(({ kind, at }) => kind === 'hold' && at >= from && at < until);
    const { wrong, messages } = await checkHolds(audit, holds);
    yield* wrong;
    if (!whole) yield* checkTouched(audit, holds, messages);
    yield* checkPurchases(
      audit,
      rows.filter(({ kind }) => kind === 'purchase'),
    );
  }
}

/** The conversations of holds of the window; with `whole` they have their own check. */
async function* checkTouched(
  audit: Audit,
  holds: readonly BookRow[],
  messages: readonly Existing[],
): AsyncGenerator<Violation> {
  yield* checkPlaces(audit, messages);
  const visible = new Set(messages.filter(({ kind }) => isSeen(kind)).map(({ owner }) => owner));
  const sides = holds.flatMap(({ owner, hold }) =>
    hold && visible.has(hold.conversation)
      ? [{ conversation: hold.conversation, members: [owner, hold.profile] as const }]
      : [],
  );
  yield* checkBothSides(audit, sides);
  const inboxes = holds.flatMap(({ owner, hold }) =>
    hold ? [inboxId(owner, hold.conversation), inboxId(hold.profile, hold.conversation)] : [],
  );
  const docs = await documentsOf<InboxDoc>(audit, INBOX, inboxes, MARKS);
  yield* checkMarks(audit, [...docs.values()]);
}
