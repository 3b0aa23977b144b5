import * as z from 'zod/mini';
import { balance } from './credits.balance.ts';
import { defineCall, defineJob, defineOutbound } from './define.ts';
import { at, conversationId, done, id, queryInt } from './shapes.ts';
import { version } from './version.ts';

/** Kinds of ledger rows. */
export const ledgerKind = z.enum([
  'grant',
  'purchase',
  'hold',
  'void',
  'return',
  'refund',
  'chargeback',
  'adjust',
  /** The member set limits of their own; no credits move. */
  'limit',
  /** A conversation does not count any more for a free member; no credits move. */
  'place',
]);
export type LedgerKind = z.infer<typeof ledgerKind>;

const money = z.strictObject({ cents: z.int(), currency: z.string() });

/** One line of the statement. `state` of a hold: reserved, then spent, or returned by a void. */
export const statementEntry = z.strictObject({
  /** Number of the line: 1, 2, 3 … */
  n: z.int(),
  /** The kind of the line. */
  kind: ledgerKind,
  /** Of a hold: reserved, spent, or returned. Any other line is done. */
  state: z.enum(['done', 'held', 'spent', 'returned']),
  /** Why, as a key: `message`, `photo`, `gift`, `purchase` and others. */
  reason: z.string(),
  /** Signed change of the credits one can spend, and what there was after it. */
  credits: z.int(),
  /** Signed change of the credits owed: positive if a bank took back more than there was, negative if credits repaid it. */
  debt: z.int(),
  /** Credits that the member could spend after this line. */
  balance: z.int(),
  /** The other member of a message, to name and link it. */
  profile: z.nullable(
    z.strictObject({
      /** Id of that member. */
      id,
      name: z.string(),
      fictional: z.boolean(),
    }),
  ),
  /** The conversation a message stands in. */
  conversation: z.nullable(conversationId),
  /** Money that moved with this line, or null. */
  money: z.nullable(money),
  /** The price of the bought credits of this line, by currency; negative if spent. Free credits cost nothing. */
  worth: z.array(money),
  /** Of credits that came back: the line they had gone with, by its number and time, and the reason it has: what was sent. */
  of: z.nullable(
    z.strictObject({
      /** Number of that line. */
      n: z.int(),
      /** When that line was written. */
      at,
      /** The reason of that line. */
      reason: z.string(),
    }),
  ),
  /** The payment of a purchase, and of what was refunded or taken back of it; null for other lines. */
  payment: z.nullable(id),
  /** Receipt of a purchase, or credit note of a refund; null for other lines and older purchases. */
  receipt: z.nullable(
    z.strictObject({
      /** Its printed number, such as `HL-2026-000123`. */
      number: z.string(),
      /** Path of its page to print. */
      path: z.string(),
    }),
  ),
  /** When the line was written. */
  at,
});
export type StatementEntry = z.infer<typeof statementEntry>;

export const statementFilter = z.enum(['all', 'bought', 'spent', 'returned', 'granted']);
export type StatementFilter = z.infer<typeof statementFilter>;

export const getStatement = defineCall({
  name: 'getStatement',
  feature: 'credits',
  summary: 'Balance and a page of the credits statement, newest first. The entries add up to the balance.',
  access: 'member',
  method: 'GET',
  path: '/api/statement.php',
  input: z.strictObject({
    /** Only lines before this number, as `next` gave it. */
    before: z.optional(queryInt(1, 9_999_999_999)),
    /** Selects lines; all lines without it. */
    filter: z.optional(statementFilter),
  }),
  output: z.strictObject({
    /** Credits that the member can spend. */
    credits: z.int(),
    /** Of these, bought ones. */
    purchased: z.int(),
    /** Of these, given ones. They are spent first. */
    bonus: z.int(),
    /** Credits that a bank took back after they were spent, and that are still to be repaid. */
    debt: z.int(),
    /** Credits reserved by messages that are not settled yet. */
    held: z.int(),
    /** Lines, newest first. */
    entries: z.array(statementEntry),
    hasOlder: z.boolean(),
    /** The `before` of the next page; null on the last page. */
    next: z.nullable(z.int()),
    version,
  }),
  refusals: [],
  limit: 'read',
});

/**
 * The whole statement as a table, for the member it belongs to. `?zone=`: whose times, such as `Europe/Rome`. `&format=`:
 * whose numbers, such as `de-CH`.
 */
export const STATEMENT_FILE_PATH = '/api/statement-csv.php';

/** The highest limit one can set on one’s own spending. */
export const SPENDING_LIMIT_MAX = 100_000;

/** The periods of limits, the shortest first. */
export const SPENDING_PERIODS = ['day', 'week', 'month'] as const;
/** The period of a limit. */
export const spendingPeriod = z.enum(SPENDING_PERIODS);

const limitOf = z.nullable(z.int().check(z.minimum(0), z.maximum(SPENDING_LIMIT_MAX)));
const limits = z.strictObject({
  /** Most credits in a day; null for no limit. */
  day: limitOf,
  /** Most credits in a week; null for no limit. */
  week: limitOf,
  /** Most credits in a month; null for no limit. */
  month: limitOf,
});

/** The spending in a period: credits, and the price of the bought ones. */
const spentIn = z.strictObject({
  credits: z.int(),
  /** The price of the bought credits, by currency. */
  money: z.array(money),
});

/** Limits of the member’s own on their spending. */
export const spending = z.strictObject({
  /** The limits that hold now; null where there is none. */
  limits,
  /** Limits on their way up: what each becomes, and when. */
  rises: z.strictObject({
    /** Of the limit of a day; null when none is on its way. */
    day: z.nullable(
      z.strictObject({
        /** The limit then; null for none. */
        to: limitOf,
        from: at,
      }),
    ),
    /** Of the limit of a week; null when none is on its way. */
    week: z.nullable(
      z.strictObject({
        /** The limit then; null for none. */
        to: limitOf,
        from: at,
      }),
    ),
    /** Of the limit of a month; null when none is on its way. */
    month: z.nullable(
      z.strictObject({
        /** The limit then; null for none. */
        to: limitOf,
        from: at,
      }),
    ),
  }),
  /** Until when the member paused all spending; null when they did not. */
  pausedUntil: z.nullable(at),
  /** An earlier end of the pause on its way: when it ends then, and from when that holds. */
  pauseEnds: z.nullable(
    z.strictObject({
      /** The earlier end of the pause; null: it ends at `from`. */
      at: z.nullable(at),
      from: at,
    }),
  ),
  /** The spending in the current periods. */
  spent: z.strictObject({
    /** Today. */
    day: spentIn,
    /** This week. */
    week: spentIn,
    /** This month. */
    month: spentIn,
  }),
  /** IANA time zone in which the periods begin. */
  zone: z.string(),
});

export const getSpending = defineCall({
  name: 'getSpending',
  feature: 'credits',
  summary: 'The limits a member set on their own spending, and what this day, week and month took.',
  access: 'member',
  method: 'GET',
  path: '/api/spending.php',
  input: z.strictObject({}),
  output: spending,
  refusals: [],
  limit: 'read',
});

export const setSpending = defineCall({
  name: 'setSpending',
  feature: 'credits',
  summary:
    'Limits one’s own spending, or pauses it. Lower and longer holds at once, higher and shorter only 24 hours later. What is left out stays as it is.',
  access: 'member',
  method: 'POST',
  path: '/api/spending.php',
  input: z.strictObject({
    /** The limits wanted; null for none. */
    limits: z.optional(limits),
    /** Until when all spending is paused; null ends the pause. */
    pausedUntil: z.optional(z.nullable(at)),
  }),
  output: done,
  refusals: ['UNAVAILABLE'],
  limit: 'write',
});

export const creditsChanged = defineOutbound({
  name: 'credits:changed',
  feature: 'credits',
  summary:
    'The balance or the state of a hold changed; `premium` turns true with a purchase, and false with a refund or charge-back after which of none half of the price is kept.',
  durable: true,
  leaves: () => ['likes'],
  payload: z.strictObject({ version, ...balance.shape }),
});

export const auditLedgers = defineJob({
  name: 'audit-ledgers',
  feature: 'credits',
  summary: 'Runs the invariant checker over what was written in a window, or over everything.',
  queue: 'timers',
  data: z.strictObject({
    windowMs: z.int(),
    /** Look through everything. */
    whole: z.optional(z.boolean()),
  }),
});
