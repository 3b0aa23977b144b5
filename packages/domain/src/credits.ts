import type { LedgerKind } from '@heartline/contracts';

/**
 * The arithmetic of a member's credits. Pure: a chain of rows is decided one row at a time, each on exactly what
 * stands before it. Bonus is spent first, so that what a member paid for stays refundable. Credits one can spend
 * never go below 0; what a chargeback takes beyond that is `debt`, which stops sending.
 */
export interface Account {
  purchased: number;
  bonus: number;
  debt: number;
  /** True from the first settled purchase on. */
  premium: boolean;
  /** Conversations started as a free member, for the limit of two (S9). Not kept once premium. */
  started: readonly string[];
}

export const EMPTY_ACCOUNT: Account = { purchased: 0, bonus: 0, debt: 0, premium: false, started: [] };

/** What one row changes: signed credits of both kinds, and the account after it. */
export interface Change {
  kind: LedgerKind;
  purchased: number;
  bonus: number;
  after: Account;
}

/** Credits one can spend. */
export function available(account: Pick<Account, 'purchased' | 'bonus'>): number {
  return account.purchased + account.bonus;
}

/** Adds free credits, such as the three of signing up. */
export function grantCredits(account: Account, credits: number): Change {
  return change('grant', account, 0, credits, {});
}

/** Adds bought credits, first against debt, and makes the member premium. */
export function purchaseCredits(account: Account, credits: number): Change {
  const repaid = Math.min(account.debt, credits);
  return change('purchase', account, credits - repaid, 0, {
    debt: account.debt - repaid,
    premium: true,
    started: [],
  });
}

/** Why a hold is refused. */
export type HoldRefused = 'NOT_ENOUGH_CREDITS' | 'CONVERSATION_LIMIT';

export interface HoldRequest {
  credits: number;
  /** The conversation this send would start, when it starts one that counts. */
  starts: string | undefined;
  /** How many conversations a free member may start. */
  freeConversations: number;
}

/**
 * Reserves the price of a message. Refused when the credits or the conversations of a free member are used up; the
 * credits are checked first, since that is what the member can mend (S5, S9).
 */
export function holdCredits(account: Account, request: HoldRequest): Change | HoldRefused {
  const short = request.credits > available(account) || (request.credits > 0 && account.debt > 0);
  if (short) return 'NOT_ENOUGH_CREDITS';
  const counted =
    request.starts !== undefined && !account.premium && !account.started.includes(request.starts)
      ? [...account.started, request.starts]
      : account.started;
  if (counted.length > Math.max(request.freeConversations, account.started.length))
    return 'CONVERSATION_LIMIT';
  const fromBonus = Math.min(account.bonus, request.credits);
  return change('hold', account, fromBonus - request.credits, -fromBonus, { started: counted });
}

/** Gives back what a hold took, to the kind it was taken from. A started conversation stays started. */
export function voidHold(account: Account, hold: { purchased: number; bonus: number }): Change {
  return change('void', account, -hold.purchased, -hold.bonus, {});
}

/** Gives back what a debited message cost, to the kind it was paid with. */
export function returnDebit(account: Account, hold: { purchased: number; bonus: number }): Change {
  return change('return', account, -hold.purchased, -hold.bonus, {});
}

/** An operator adds free credits, or takes some away; refused where fewer are left than shall be taken. */
export function adjustCredits(account: Account, credits: number): Change | 'NOT_ENOUGH_CREDITS' {
  if (account.bonus + credits < 0) return 'NOT_ENOUGH_CREDITS';
  return change('adjust', account, 0, credits, {});
}

function change(
  kind: LedgerKind,
  before: Account,
  purchased: number,
  bonus: number,
  rest: Partial<Pick<Account, 'debt' | 'premium' | 'started'>>,
): Change {
  return {
    kind,
    // `+ 0` turns -0 into 0, which stores would keep.
    purchased: purchased + 0,
    bonus: bonus + 0,
    after: { ...before, ...rest, purchased: before.purchased + purchased, bonus: before.bonus + bonus },
  };
}
