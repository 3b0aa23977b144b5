import { activeAmong, freePlace as decideFree } from '@heartline/domain';
import { type Mongo, UnknownOutcome } from '@heartline/platform';
import { accountAfter, LEDGER, type Ledger, type LedgerRow, ledgerContent } from './ledger.repository.ts';

/** Rounds before giving up: each one lost against another row of the member's own. */
const MAX_ROUNDS = 20;

/** A conversation with somebody who is gone. */
export interface MissedConversation {
  conversation: string;
  /** Why: the reason for which the price of messages comes back. */
  reason: string;
  /** Messages of the member, by `clientId`, that never reached them, whether they cost anything or not. */
  missed: ReadonlySet<string>;
}

/**
 * A conversation begun with somebody who is gone counts no more for a free member, until they write in it again, where
 * nothing of what they wrote in it stands: all of it came back for whatever reason, or never arrived. Decided on exactly
 * the rows read, so a message under way keeps the place, and of two who free it one does. Answers the row; nothing where
 * it does not count, or stays counted (decision 002).
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
    // The conversation too: of two that are freed behind the same row, the other one's would be found for this one.
    const key = `place:${last.n}:${conversation}`;
    const appended = await ledger.append<'moved'>(member, key, (tail) => {
      if (tail?.n !== last.n) return { refused: 'moved' };
      const change = decideFree(accountAfter(tail), conversation);
      return { row: ledgerContent(change, { reason, at: now, ...(hold && { hold }) }) };
    });
    if (appended.outcome !== 'refused') return appended.row;
  }
  throw new UnknownOutcome(`the ledger of ${member} is written to by too many at once`);
}
