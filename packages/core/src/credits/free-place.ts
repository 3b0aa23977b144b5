import { activeAmong, freePlace as decideFree } from '@heartline/domain';
import { type Mongo, UnknownOutcome } from '@heartline/platform';
import { accountAfter, LEDGER, type Ledger, type LedgerRow, ledgerContent } from './ledger.repository.ts';

/** A round fails only if another row of the same member came first. */
const MAX_ROUNDS = 20;

/** A conversation with a member who is gone. */
export interface MissedConversation {
  conversation: string;
  /** The reason under which the price of messages is returned. */
  reason: string;
  /** Messages of the member, by `clientId`, that never arrived, paid or free. */
  missed: ReadonlySet<string>;
}

/**
 * Frees the place of a conversation that a free member began with someone who is gone (decision 002). It no
 * longer counts until they write in it again.
 *
 * - Only if all their messages were returned or never arrived.
 * - Decided on exactly the rows read, so a concurrent message keeps the place, and of two concurrent calls
 *   one frees it.
 * - Returns the row; undefined if the conversation does not count or still counts.
 */
export async function freePlace(
  { mongo, ledger, now }: { mongo: Mongo; ledger: Ledger; now: number },
  member: string,
  { conversation, reason, missed }: MissedConversation,
): Promise<LedgerRow | undefined> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const last = await ledger.freshTail(member);
    if (!last?.started.includes(conversation)) return undefined;
    const rows = await mongo.connection
      .collection<LedgerRow>(LEDGER)
      .find({ owner: member, 'hold.conversation': conversation })
      .toArray();
    if (activeAmong(rows).some((clientId) => !missed.has(clientId))) return undefined;
    const hold = rows[0]?.hold;
    // The key includes the conversation: two conversations freed after the same row must not share a key.
    const key = `place:${last.n}:${conversation}`;
    const appended = await ledger.append<'moved'>(member, key, (tail) => {
      if (tail?.n !== last.n) return { refused: 'moved' };
      const change = decideFree(accountAfter(tail), conversation);
      return { row: ledgerContent(change, { reason, at: now, ...(hold && { hold }) }) };
    });
    if (appended.outcome !== 'refused') return appended.row;
  }
  throw new UnknownOutcome(`place not freed: too many concurrent rows in the ledger of ${member}`);
}
