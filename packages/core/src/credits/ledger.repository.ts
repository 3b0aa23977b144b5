import type { LedgerKind } from '@heartline/contracts';
import type { Account, Change, CountedPeriods, Spending } from '@heartline/domain';
import { EMPTY_ACCOUNT } from '@heartline/domain';
import { type AppendLog, type AppendLogRow, createAppendLog, type Mongo } from '@heartline/platform';

/**
 * One row of a member's ledger: a change and the balance after it. Rows are inserted once and never changed
 * (C9). `key` names the unique cause: `hold:<clientId>`, `payment:<id>`, `grant:<reason>`.
 */
export interface LedgerRow extends AppendLogRow {
  kind: LedgerKind;
  purchased: number;
  bonus: number;
  purchasedAfter: number;
  bonusAfter: number;
  /** Signed change of the debt; absent if it did not change. */
  debt?: number;
  debtAfter: number;
  premium: boolean;
  started: string[];
  /** Conversations of a free member whose place was freed; absent if none. */
  freed?: readonly string[];
  reason: string;
  at: number;
  /**
   * For rows about a message: the recipient, and the hash of conversation and content, which a retry must
   * match.
   */
  hold?: { conversation: string; profile: string; hash: string };
  /** For a purchase: the amount paid. For a refund or a charge-back: the part of it that went back. */
  money?: { cents: number; currency: string };
  /** The member's limits, and the amounts spent under them; absent if none. */
  spending?: Spending;
  /** For a hold under such limits: the day, week and month that count it. */
  counted?: CountedPeriods;
  /** For a hold while premium: it begins a conversation that would count for a free member. */
  begins?: true;
}

export const LEDGER = 'ledger';

export type Ledger = AppendLog<LedgerRow>;

/** The ledgers of all members, through the group commit of this process. */
export function createLedger(mongo: Mongo): Ledger {
  return createAppendLog<LedgerRow, LedgerRow>(
    mongo.connection.collection<LedgerRow>(LEDGER),
    mongo.groupCommit<LedgerRow>(LEDGER),
    (row) => row,
  );
}

/** The account after a row; an empty one without a row. */
export function accountAfter(row: LedgerRow | undefined): Account {
  if (!row) return EMPTY_ACCOUNT;
  return {
    purchased: row.purchasedAfter,
    bonus: row.bonusAfter,
    debt: row.debtAfter,
    premium: row.premium,
    started: row.started,
    ...(row.freed && { freed: row.freed }),
    ...(row.spending && { spending: row.spending }),
  };
}

/** The stored form of a change. */
export function ledgerContent(
  change: Change,
  rest: Pick<LedgerRow, 'reason' | 'at' | 'hold' | 'money'>,
): Omit<LedgerRow, keyof AppendLogRow> {
  const { after } = change;
  return {
    kind: change.kind,
    purchased: change.purchased,
    bonus: change.bonus,
    purchasedAfter: after.purchased,
    bonusAfter: after.bonus,
    ...(change.debt !== 0 && { debt: change.debt }),
    debtAfter: after.debt,
    premium: after.premium,
    started: [...after.started],
    ...(after.freed?.length && { freed: after.freed }),
    ...(after.spending && { spending: after.spending }),
    ...(change.counted && { counted: change.counted }),
    ...(change.begins && { begins: change.begins }),
    ...rest,
  };
}
