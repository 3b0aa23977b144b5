import { returnDebit as decideReturn } from '@heartline/domain';
import type { Mongo } from '@heartline/platform';
import { holdKey } from './hold-credits.ts';
import { accountAfter, LEDGER, type Ledger, type LedgerRow, ledgerContent } from './ledger.repository.ts';
import { settle, settlementId } from './settlement.repository.ts';

/** Reasons for which whom it was to is gone: what was begun with them never was. */
const GONE: ReadonlySet<string> = new Set(['recipient_deleted', 'recipient_suspended', 'removed_as_fake']);

const returnKey = (clientId: string) => `return:${clientId}`;

/**
 * Gives back what one message cost, once, although it was stored: its recipient was blocked before it arrived, or was
 * removed as a fake. Where they are gone and the conversation began with it, that does not count any more for a free
 * member, until they write in it again: decided in the same row. The hold is closed as a debit first, so that nobody can
 * void it as well. Answers the row, and whether this call added it; nothing when there is nothing to give back.
 */
export async function returnDebit(
  deps: { mongo: Mongo; ledger: Ledger; now: number },
  member: string,
  clientId: string,
  reason: string,
): Promise<{ row: LedgerRow; isNew: boolean } | undefined> {
  const hold = await deps.ledger.find(member, holdKey(clientId));
  if (!hold || hold.purchased + hold.bonus === 0) return undefined;
  const settlement = await settle(deps.mongo, {
    _id: settlementId(member, clientId),
    outcome: 'debit',
    at: deps.now,
  });
  if (settlement.outcome !== 'debit') return undefined;
  const frees = GONE.has(reason) ? await begunBy(deps.ledger, hold) : undefined;
  const appended = await deps.ledger.append(member, returnKey(clientId), (tail) => {
    const back = decideReturn(accountAfter(tail), hold, frees);
    return { row: ledgerContent(back, { reason, at: deps.now, ...(hold.hold ? { hold: hold.hold } : {}) }) };
  });
  if (appended.outcome === 'refused') return undefined;
  return { row: appended.row, isNew: appended.outcome === 'appended' };
}

/** The conversation that began to count with this hold: the row before it does not have it. */
async function begunBy(ledger: Ledger, { owner, n, hold, started }: LedgerRow): Promise<string | undefined> {
  if (!hold || !started.includes(hold.conversation)) return undefined;
  const before = accountAfter(n > 1 ? (await ledger.range(owner, n - 1, n - 1))[0] : undefined);
  return before.started.includes(hold.conversation) ? undefined : hold.conversation;
}

/** Which of a member's messages were paid back for this reason, by their `clientId`. */
export async function returnedAmong(
  { connection }: Mongo,
  member: string,
  { clientIds, reason }: { clientIds: readonly string[]; reason: string },
): Promise<Set<string>> {
  if (clientIds.length === 0) return new Set();
  const rows = await connection
    .collection<LedgerRow>(LEDGER)
    .find({ owner: member, key: { $in: clientIds.map(returnKey) } })
    .toArray();
  const returned = new Set(rows.filter((row) => row.reason === reason).map(({ key }) => key));
  return new Set(clientIds.filter((clientId) => returned.has(returnKey(clientId))));
}
