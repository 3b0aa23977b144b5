import type { LedgerKind } from '@heartline/contracts';
import {
  type CountedPeriods,
  countedIn,
  type Spending,
  type SpendingPeriod,
  spend,
  spendingRefused,
  unspend,
} from './credits.spending.ts';

/**
 * The arithmetic of a member's credits. Pure: a chain of rows is decided one row at a time, each on exactly what
 * stands before it. Bonus is spent first, so that what a member paid for stays refundable. Credits one can spend
 * never go below 0; what a chargeback takes beyond that is `debt`, which stops sending.
 */
export interface Account {
  purchased: number;
  bonus: number;
  debt: number;
  /** True while half of the price of some purchase was kept (`isPremiumBy`). */
  premium: boolean;
  /** Conversations started as a free member, for the limit of two (S9). Not kept while premium. */
  started: readonly string[];
  /** Those whose place was given back: written in once more, they count again. Left out by who has none. */
  freed?: readonly string[] | undefined;
  /** Limits the member set, and what was spent under them; left out by who has none. */
  spending?: Spending | undefined;
}

export const EMPTY_ACCOUNT: Account = { purchased: 0, bonus: 0, debt: 0, premium: false, started: [] };

/** The conversations that count for a free member. */
export type Begun = Pick<Account, 'started' | 'freed'>;

/** What one row changes: signed credits of both kinds, and the account after it. */
export interface Change {
  kind: LedgerKind;
  purchased: number;
  bonus: number;
  after: Account;
  /** Of a hold under limits: the periods it was counted in. */
  counted?: CountedPeriods;
  /** Of a hold while premium: it begins a conversation that would count for a free member. */
  begins?: true;
}

/** Credits one can spend. */
export function available(account: Pick<Account, 'purchased' | 'bonus'>): number {
  return account.purchased + account.bonus;
}

/** Adds free credits, such as the three of signing up. */
export function grantCredits(account: Account, credits: number): Change {
  return change('grant', account, 0, credits, {});
}

/** No conversation counts while premium. A refund that ends it counts those of before again. */
const AS_PREMIUM = { premium: true, started: [], freed: undefined } as const;

/** Adds bought credits, first against debt, and makes the member premium. */
export function purchaseCredits(account: Account, credits: number): Change {
  const repaid = Math.min(account.debt, credits);
  return change('purchase', account, credits - repaid, 0, {
    debt: account.debt - repaid,
    ...AS_PREMIUM,
  });
}

/** Why a hold is refused. */
export type HoldRefused =
  | 'NOT_ENOUGH_CREDITS'
  | 'CONVERSATION_LIMIT'
  | 'SPENDING_PAUSED'
  | { code: 'SPENDING_LIMIT'; period: SpendingPeriod; limit: number };

export interface HoldRequest {
  credits: number;
  /** The conversation this send would start, when it starts one that counts. */
  starts: string | undefined;
  /** The conversation it is in: one whose place was given back counts again. */
  conversation?: string;
  /** How many conversations a free member may start. */
  freeConversations: number;
  /** Of those that count, what somebody else turned out to have begun: it counts no more from here on. */
  begunByOthers?: ReadonlySet<string> | undefined;
  /** Server time; asked for only where a member limits their spending. */
  now?: number;
}

/**
 * Reserves the price of a message. Refused by a pause or a limit of the member's own, or when the credits or the
 * conversations of a free member are used up. Their own is checked first: who is told of credits or of Premium pays for
 * them, and could not spend what they bought. The credits come next, since that is what the member can mend (S5, S9).
 */
export function holdCredits(before: Account, request: HoldRequest): Change | HoldRefused {
  const account = withoutThoseOf(before, request.begunByOthers);
  const limited = spendUnderLimits(account.spending, request);
  if ('refused' in limited) return limited.refused;
  const short = request.credits > available(account) || (request.credits > 0 && account.debt > 0);
  if (short) return 'NOT_ENOUGH_CREDITS';
  const begun = begunWith(account, request);
  if (begun.started.length > Math.max(request.freeConversations, account.started.length))
    return 'CONVERSATION_LIMIT';
  const fromBonus = Math.min(account.bonus, request.credits);
  return {
    ...change('hold', account, fromBonus - request.credits, -fromBonus, {
      ...begun,
      ...limited.state,
    }),
    ...limited.periods,
    ...(account.premium && request.starts !== undefined && { begins: true as const }),
  };
}

/** The account without those of its conversations that somebody else turned out to have begun. */
export function withoutThoseOf(account: Account, others?: ReadonlySet<string>): Account {
  if (!others?.size) return account;
  return { ...account, started: account.started.filter((one) => !others.has(one)) };
}

/** What counts once this is sent. */
function begunWith(account: Account, { starts, conversation }: HoldRequest): Begun {
  const { started, freed } = account;
  const counts = freed?.find((one) => one === conversation) ?? starts;
  if (counts === undefined || account.premium || started.includes(counts)) return { started, freed };
  return { started: [...started, counts], freed: without(freed, counts) };
}

/** The others; undefined where there are none. */
function without(all: readonly string[] | undefined, one: string): readonly string[] | undefined {
  const others = all?.filter((other) => other !== one);
  return others?.length ? others : undefined;
}

const keysOf = ({ spent: { day, week, month } }: Spending): CountedPeriods => ({
  day: day.key,
  week: week.key,
  month: month.key,
});

function spendUnderLimits(
  spending: Spending | undefined,
  { credits, now = 0 }: HoldRequest,
): { refused: HoldRefused } | { state: Pick<Account, 'spending'>; periods: Pick<Change, 'counted'> } {
  if (!spending) return { state: {}, periods: {} };
  const refused = spendingRefused(spending, credits, now);
  if (refused === 'paused') return { refused: 'SPENDING_PAUSED' };
  if (refused) return { refused: { code: 'SPENDING_LIMIT', ...refused } };
  const spent = spend(spending, credits, now);
  return { state: { spending: spent }, periods: { counted: keysOf(spent) } };
}

/** What a hold took, when, and the periods it was counted in. */
interface Taken {
  purchased: number;
  bonus: number;
  at?: number;
  counted?: CountedPeriods | undefined;
}

/** Gives back what a hold took, to the kind it was taken from. A started conversation stays started. */
export function voidHold(account: Account, hold: Taken): Change {
  return change('void', account, -hold.purchased, -hold.bonus, uncounted(account, hold));
}

/** Gives back what a debited message cost, to the kind it was paid with. A started conversation stays started. */
export function returnDebit(account: Account, hold: Taken): Change {
  return change('return', account, -hold.purchased, -hold.bonus, uncounted(account, hold));
}

/** A conversation that counts does so no more, until it is written in again; moves no credits. */
export function freePlace(account: Account, conversation: string): Change {
  const { started, freed = [] } = account;
  return change('place', account, 0, 0, {
    started: without(started, conversation) ?? [],
    freed: [...freed, conversation],
  });
}

/** What came back counts no more against a limit of the period it was spent in. */
function uncounted({ spending }: Account, hold: Taken): Pick<Account, 'spending'> {
  if (!spending) return {};
  return { spending: unspend(spending, -hold.purchased - hold.bonus, countedIn(spending.zone, hold)) };
}

/**
 * Takes bought credits out before their money goes back. `asFree`: Premium ends with it, and these conversations count
 * again. Refused when fewer credits are left by now.
 */
export function refundCredits(
  account: Account,
  credits: number,
  asFree: Begun | undefined,
): Change | 'NOT_ENOUGH_CREDITS' {
  if (credits > account.purchased) return 'NOT_ENOUGH_CREDITS';
  return change('refund', account, -credits, 0, asFree && { premium: false, ...asFree });
}

/** Gives back the credits of a refund the provider did not carry out. `premium`: whether the member has it after that. */
export function undoRefund(account: Account, credits: number, premium: boolean): Change {
  return change('return', account, credits, 0, premium ? AS_PREMIUM : {});
}

/** Sets the limits of a member; moves no credits. */
export function limitSpending(account: Account, spending: Spending | undefined): Change {
  return change('limit', account, 0, 0, { spending });
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
  rest: Partial<Pick<Account, 'debt' | 'premium' | 'started' | 'freed' | 'spending'>> = {},
): Change {
  return {
    kind,
    // `+ 0` turns -0 into 0, which stores would keep.
    purchased: purchased + 0,
    bonus: bonus + 0,
    after: { ...before, ...rest, purchased: before.purchased + purchased, bonus: before.bonus + bonus },
  };
}
