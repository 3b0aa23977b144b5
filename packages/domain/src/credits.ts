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
 * The state of a member’s credits after a ledger row. Each row is decided on exactly the state of the row before it.
 *
 * - Bonus credits are spent first, so that bought credits stay refundable.
 * - Credits to spend never go below 0. A chargeback beyond that becomes `debt`, which stops sending.
 * - Bought credits that come pay the debt first, whatever brings them. So a debt and bought credits never stand together.
 */
export interface Account {
  purchased: number;
  bonus: number;
  debt: number;
  /** True while at least half of the price of some purchase was not refunded (`isPremiumBy`). */
  premium: boolean;
  /** Conversations started as a free member, for the limit of two (S9). Not recorded while premium. */
  started: readonly string[];
  /** Conversations whose place was given back. The next message in one counts it again. Absent when there are none. */
  freed?: readonly string[] | undefined;
  /** Limits the member set, and the credits spent under them. Absent when there are none. */
  spending?: Spending | undefined;
}

export const EMPTY_ACCOUNT: Account = { purchased: 0, bonus: 0, debt: 0, premium: false, started: [] };

/** The conversations that count for a free member. */
export type Begun = Pick<Account, 'started' | 'freed'>;

/** The change of one row: signed credits of both kinds and of the debt, and the account after it. */
export interface Change {
  kind: LedgerKind;
  purchased: number;
  bonus: number;
  debt: number;
  after: Account;
  /** The periods a hold was counted in, when the member has limits. */
  counted?: CountedPeriods;
  /** Set on a premium member’s hold that starts a conversation which would count for a free member. */
  begins?: true;
}

/** Credits the member can spend. */
export function available(account: Pick<Account, 'purchased' | 'bonus'>): number {
  return account.purchased + account.bonus;
}

/** Adds free credits, such as the three of signing up. */
export function grantCredits(account: Account, credits: number): Change {
  return change('grant', account, 0, credits, {});
}

/** No conversation counts while premium. A refund that ends Premium counts the earlier ones again. */
const AS_PREMIUM = { premium: true, started: [], freed: undefined } as const;

/** Adds bought credits, first against debt, and makes the member premium. */
export function purchaseCredits(account: Account, credits: number): Change {
  return moveBought('purchase', account, { purchased: credits }, AS_PREMIUM);
}

/**
 * A row of bought credits that come (positive) or were taken by a bank (negative). They pay the debt first, or become debt
 * beyond the bought credits. So credits less debt are always those that the purchases left.
 */
function moveBought(
  kind: LedgerKind,
  account: Account,
  come: { purchased: number; bonus?: number },
  rest: Rest,
): Change {
  const left = account.purchased - account.debt + come.purchased;
  const purchased = Math.max(0, left) - account.purchased;
  return change(kind, account, purchased, come.bonus ?? 0, { ...rest, debt: Math.max(0, -left) });
}

/** Reasons for refusing a hold. */
export type HoldRefused =
  | 'NOT_ENOUGH_CREDITS'
  | 'CONVERSATION_LIMIT'
  | 'SPENDING_PAUSED'
  | { code: 'SPENDING_LIMIT'; period: SpendingPeriod; limit: number };

export interface HoldRequest {
  credits: number;
  /** The conversation this message would start, if it would count. */
  starts: string | undefined;
  /** The conversation of this message. One whose place was given back counts again. */
  conversation?: string;
  /** The number of conversations a free member may start. */
  freeConversations: number;
  /** Counted conversations that the other side turned out to have started. They stop counting with this row. */
  begunByOthers?: ReadonlySet<string> | undefined;
  /** Server time; called only for a member who limits their spending. */
  now?: number;
}

/**
 * Reserves the price of a message, or refuses it, in this order (S5, S9):
 *
 * 1. The member’s own pause or limit. An offer to buy comes later, or the member would buy credits they can’t spend.
 * 2. Too few credits, which the member can buy.
 * 3. No conversation left for a free member.
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

/** The account without the conversations that the other side turned out to have started. */
export function withoutThoseOf(account: Account, others?: ReadonlySet<string>): Account {
  if (!others?.size) return account;
  return { ...account, started: account.started.filter((one) => !others.has(one)) };
}

/** The conversations that count after this message. */
function begunWith(account: Account, { starts, conversation }: HoldRequest): Begun {
  const { started, freed } = account;
  const counts = freed?.find((one) => one === conversation) ?? starts;
  if (counts === undefined || account.premium || started.includes(counts)) return { started, freed };
  return { started: [...started, counts], freed: without(freed, counts) };
}

/** The set without these ids; undefined when it would be empty. */
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

/** The credits a hold took, its time, and the periods it was counted in. */
interface Taken {
  purchased: number;
  bonus: number;
  at?: number;
  counted?: CountedPeriods | undefined;
}

/** Returns the credits of a hold to the kind they came from. A started conversation stays started. */
export function voidHold(account: Account, hold: Taken): Change {
  return giveBack('void', account, hold);
}

/** Returns the credits of a debited message to the kind they came from. A started conversation stays started. */
export function returnDebit(account: Account, hold: Taken): Change {
  return giveBack('return', account, hold);
}

function giveBack(kind: 'void' | 'return', account: Account, hold: Taken): Change {
  const back = { purchased: -hold.purchased, bonus: -hold.bonus };
  return moveBought(kind, account, back, uncounted(account, hold));
}

/** Stops counting a conversation until the next message in it; moves no credits. */
export function freePlace(account: Account, conversation: string): Change {
  const { started, freed = [] } = account;
  return change('place', account, 0, 0, {
    started: without(started, conversation) ?? [],
    freed: [...freed, conversation],
  });
}

/** Returned credits don’t count against the limit of the period they were spent in. */
function uncounted({ spending }: Account, hold: Taken): Pick<Account, 'spending'> {
  if (!spending) return {};
  return { spending: unspend(spending, -hold.purchased - hold.bonus, countedIn(spending.zone, hold)) };
}

/**
 * Takes bought credits out before their money is refunded. With `asFree`, Premium ends and these conversations count
 * again. Refuses when fewer credits are left.
 */
export function refundCredits(
  account: Account,
  credits: number,
  asFree: Begun | undefined,
): Change | 'NOT_ENOUGH_CREDITS' {
  if (credits > account.purchased) return 'NOT_ENOUGH_CREDITS';
  return change('refund', account, -credits, 0, asFree && { premium: false, ...asFree });
}

/** Returns the credits of a refund that the provider did not carry out. `premium` is the member’s state after it. */
export function undoRefund(account: Account, credits: number, premium: boolean): Change {
  return moveBought('return', account, { purchased: credits }, premium ? AS_PREMIUM : {});
}

/**
 * Takes the credits of a payment whose money a bank took back. They come from all bought credits, since spent credits of
 * the payment stood in for those of others; the rest becomes debt. `asFree` as in {@link refundCredits}.
 */
export function chargeback(account: Account, credits: number, asFree: Begun | undefined): Change {
  return moveBought(
    'chargeback',
    account,
    { purchased: -credits },
    asFree ? { premium: false, ...asFree } : {},
  );
}

/**
 * Returns the credits of a charge-back whose money came after all. It is the exact inverse: a debt that a purchase repaid
 * meanwhile comes back as credits. `premium` is the member’s state after it.
 */
export function undoChargeback(
  account: Account,
  row: Pick<Change, 'purchased' | 'debt'>,
  premium: boolean,
): Change {
  return undoRefund(account, row.debt - row.purchased, premium);
}

/** Sets the limits of a member; moves no credits. */
export function limitSpending(account: Account, spending: Spending | undefined): Change {
  return change('limit', account, 0, 0, { spending });
}

/** Adds or takes free credits for an operator; refuses to take more than there are. */
export function adjustCredits(account: Account, credits: number): Change | 'NOT_ENOUGH_CREDITS' {
  if (account.bonus + credits < 0) return 'NOT_ENOUGH_CREDITS';
  return change('adjust', account, 0, credits, {});
}

type Rest = Partial<Pick<Account, 'debt' | 'premium' | 'started' | 'freed' | 'spending'>>;

function change(
  kind: LedgerKind,
  before: Account,
  purchased: number,
  bonus: number,
  rest: Rest = {},
): Change {
  return {
    kind,
    // `+ 0` turns -0 into 0; databases would store -0.
    purchased: purchased + 0,
    bonus: bonus + 0,
    debt: (rest.debt ?? before.debt) - before.debt,
    after: { ...before, ...rest, purchased: before.purchased + purchased, bonus: before.bonus + bonus },
  };
}
