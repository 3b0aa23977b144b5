import * as z from 'zod/mini';
import { defineCall, defineJob, defineOutbound } from './define.ts';
import { at, id, queryInt } from './shapes.ts';
import { version } from './version.ts';

/** What a ledger row does. */
export const ledgerKind = z.enum([
  'grant',
  'purchase',
  'hold',
  'void',
  'return',
  'refund',
  'chargeback',
  'adjust',
]);
export type LedgerKind = z.infer<typeof ledgerKind>;

/** One line of the statement. `state` of a hold: reserved, then spent, or returned by a void. */
export const statementEntry = z.strictObject({
  n: z.int(),
  kind: ledgerKind,
  state: z.enum(['done', 'held', 'spent', 'returned']),
  reason: z.string(),
  /** Signed change of the credits one can spend, and what there was after it. */
  credits: z.int(),
  balance: z.int(),
  /** The other member of a message, to name and link it. */
  profile: z.nullable(z.strictObject({ id, name: z.string() })),
  money: z.nullable(z.strictObject({ cents: z.int(), currency: z.string() })),
  at,
});
export type StatementEntry = z.infer<typeof statementEntry>;

export const getStatement = defineCall({
  name: 'getStatement',
  feature: 'credits',
  summary: 'Balance and a page of the credits statement, newest first. The entries add up to the balance.',
  access: 'member',
  method: 'GET',
  path: '/api/statement.php',
  input: z.strictObject({ before: z.optional(queryInt(1, 9_999_999_999)) }),
  output: z.strictObject({
    credits: z.int(),
    purchased: z.int(),
    bonus: z.int(),
    held: z.int(),
    entries: z.array(statementEntry),
    hasOlder: z.boolean(),
    version,
  }),
  refusals: [],
  limit: 'read',
});

export const creditsChanged = defineOutbound({
  name: 'credits:changed',
  feature: 'credits',
  summary:
    'The balance or the state of a hold changed; `premium` turns true with the first settled purchase.',
  durable: true,
  payload: z.strictObject({ version, credits: z.int(), premium: z.boolean() }),
});

export const auditLedgers = defineJob({
  name: 'audit-ledgers',
  feature: 'credits',
  summary: 'Runs the invariant checker over what was written in a window, or over everything.',
  queue: 'timers',
  data: z.strictObject({ windowMs: z.int(), whole: z.optional(z.boolean()) }),
});
