import type { LedgerKind } from '@heartline/contracts';
import { LEDGER } from '../credits/index.ts';
import { type Existing, existingUnder } from '../read-in-batches.ts';
import type { Audit } from './audit.ts';
import type { BookRow } from './check-ledgers.ts';
import type { Violation } from './violation.ts';

type Legs = Pick<BookRow, 'purchased' | 'bonus'>;

const adds = (credits: number) => credits >= 0;
const takes = (credits: number) => credits <= 0;
const stays = (credits: number) => credits === 0;

/**
 * The two accounts of a member, [purchased, bonus], and how a row of each kind may change them. Each kind has
 * one account of the operating company on its other side (promotion, sales, messages, refunds). If every row
 * keeps to its legs, all accounts add up to zero.
 */
const LEGS: Record<LedgerKind, readonly [(credits: number) => boolean, (credits: number) => boolean]> = {
  grant: [stays, adds],
  purchase: [adds, stays],
  hold: [takes, takes],
  void: [adds, adds],
  return: [adds, adds],
  refund: [takes, stays],
  chargeback: [takes, stays],
  adjust: [stays, () => true],
  limit: [stays, stays],
  place: [stays, stays],
};

/**
 * C3 for a batch of ledger rows: each changes only the accounts of its kind, and a return has the amount of
 * its hold.
 */
export async function* checkLegs(audit: Audit, rows: readonly BookRow[]): AsyncGenerator<Violation> {
  for (const row of rows) {
    const [purchased, bonus] = LEGS[row.kind];
    if (purchased(row.purchased) && bonus(row.bonus)) continue;
    yield { invariant: 'C3', subject: row._id, detail: `a ${row.kind} moves ${legsOf(row)}` };
  }
  const back = rows.flatMap((row) => {
    const taken = takenBy(row);
    return taken ? [{ row, taken }] : [];
  });
  const holds = await existingUnder<Existing & Legs>(
    audit,
    LEDGER,
    back.map(({ row, taken }) => [row.owner, taken]),
    ['purchased', 'bonus'],
  );
  for (const { row, taken } of back) {
    const hold = holds.get(`${row.owner} ${taken}`);
    const isSame = hold && hold.purchased + row.purchased === 0 && hold.bonus + row.bonus === 0;
    if (isSame) continue;
    const took = hold ? `one that took ${legsOf(hold)}` : 'one that does not stand';
    yield { invariant: 'C3', subject: row._id, detail: `returns ${legsOf(row)} of ${took}` };
  }
}

/** The key of the row that a void, or the return of a message or a refund, reverses. */
function takenBy({ kind, key }: BookRow): string | undefined {
  if (kind !== 'void' && kind !== 'return') return undefined;
  const subject = key.slice(key.indexOf(':') + 1);
  return subject.startsWith('refund:') ? subject : `hold:${subject}`;
}

const legsOf = ({ purchased, bonus }: Legs) => `${purchased} purchased, ${bonus} bonus`;
