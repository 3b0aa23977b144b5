import * as z from 'zod/mini';
import { defineCall } from './define.ts';
import { at, done, nothing, text } from './shapes.ts';

/**
 * Operators: the people of a site who answer for its fictional profiles. They are no members: accounts of their own,
 * made by `npm run admin operators`, a cookie of their own, and calls of their own.
 */

/** The name of the socket namespace that only operators are let into. */
export const OPERATORS_NAMESPACE = '/operators';

/** The length of one shift: no operator inbox stays open forever. */
export const SHIFT_MS = 12 * 3_600_000;

export const operatorName = z.string().check(z.regex(/^[a-z0-9][a-z0-9._-]{1,31}$/));

export const operator = z.strictObject({
  /** Name that the operator signs in with. */
  name: operatorName,
  /** When this session ends, whatever happens. */
  expiresAt: at,
});
export type Operator = z.infer<typeof operator>;

export const signInOperator = defineCall({
  name: 'signInOperator',
  feature: 'accounts',
  summary:
    'Signs an operator in, for one shift. Five wrong passwords in a row block the name for 15 minutes.',
  access: 'public',
  method: 'POST',
  path: '/api/operator-login.php',
  input: z.strictObject({
    /** Name that the operator signs in with. */
    name: text(64),
    /** The operator’s password. */
    password: text(512),
  }),
  output: z.strictObject({
    /** The operator who signed in. */
    operator,
  }),
  refusals: ['LOGIN_FAILED', 'LOGIN_BLOCKED', 'VALIDATION_FAILED'],
  limit: 'login',
});

export const signOutOperator = defineCall({
  name: 'signOutOperator',
  feature: 'accounts',
  summary: 'Ends the operator’s session, and hands back what they hold.',
  access: 'public',
  method: 'POST',
  path: '/api/operator-logout.php',
  input: nothing,
  output: done,
  refusals: [],
  limit: 'login',
});

export const getOperator = defineCall({
  name: 'getOperator',
  feature: 'accounts',
  summary: 'The operator who is signed in.',
  access: 'operator',
  method: 'GET',
  path: '/api/operator.php',
  input: nothing,
  output: z.strictObject({
    /** The operator who is signed in. */
    operator,
    serverAt: at,
  }),
  refusals: [],
  limit: 'read',
});
