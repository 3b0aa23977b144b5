import type { LedgerKind } from '@heartline/contracts';
import { LEDGER } from '../credits/index.ts';
import { type Existing, existingUnder } from '../read-in-batches.ts';
import type { Audit } from './audit.ts';
import type { BookRow } from './check-ledgers.ts';
import type { Violation } from './violation.ts';

type Legs = Pick<BookRow, 'purchased' | 'bonus' | 'debt'>;

const adds = (credits: number) => credits >= 0;
const takes = (credits: number) => credits <= 0;
const stays = (credits: number) => credits === 0;

type Leg = (credits: number) => boolean;

/**
 * The three accounts of a member, [purchased, bonus, debt], and how a row of each kind may change them. Each kind has
 * one account of the operating company on its other side (promotion, sales, messages, refunds). If every row
 * keeps to its legs, all accounts add up to zero.
 */
const LEGS: Record<LedgerKind, readonly [Leg, Leg, Leg]> = {
  grant: [stays, adds, stays],
  purchase: [adds, stays, takes],
  hold: [takes, takes, stays],
  void: [adds, adds, takes],
  return: [adds, adds, takes],
  refund: [takes, stays, stays],
  chargeback: [takes, stays, adds],
  adjust: [stays, () => true, stays],
  limit: [stays, stays, stays],
  place: [stays, stays, stays],
};

/** Bought credits that a row moved, whether they came to the balance or paid a debt. */
const boughtOf = ({ purchased, debt = 0 }: Legs) => purchased - debt;

/**
 * C3 for a batch of ledger rows: each changes only the accounts of its kind. A return has the amount of its
 * hold, refund or charge-back.
 */
export async function* checkLegs(audit: Audit, rows: readonly BookRow[]): AsyncGenerator<Violation> {
  for (const row of rows) {
    const [purchased, bonus, debt] = LEGS[row.kind];
    if (purchased(row.purchased) && bonus(row.bonus) && debt(row.debt ?? 0)) continue;
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
    ['purchased', 'bonus', 'debt'],
  );
  for (const { row, taken } of back) {
    const hold = holds.get(`${row.owner} ${taken}`);
    const isSame = hold && boughtOf(hold) + boughtOf(row) === 0 && hold.bonus + row.bonus === 0;
    if (isSame) continue;
    const took = hold ? `one that took ${legsOf(hold)}` : 'one that does not stand';
    yield { invariant: 'C3', subject: row._id, detail: `returns ${legsOf(row)} of ${took}` };
  }
}

/** The key of the row that a void, or the return of a message, a refund or a charge-back, reverses. */
function takenBy({ kind, key }: BookRow): string | undefined {
  if (kind !== 'void' && kind !== 'return') return undefined;
  const subject = key.slice(key.indexOf(':') + 1);
  return /^(refund|chargeback):/.test(subject) ? subject : `hold:${subject}`;
}

const legsOf = ({ purchased, bonus, debt = 0 }: Legs) =>
  `${purchased} purchased, ${bonus} bonus, ${debt} debt`;
