import * as z from 'zod/mini';
import { defineCall, defineJob, defineOutbound, type Tries } from './define.ts';
import { packageId, paymentMethod } from './payments.methods.ts';
import { at, id, nothing } from './shapes.ts';
import { version } from './version.ts';

/** A code as a member types it. Spaces around it and lower-case ASCII letters are accepted. */
export const typedCode = z.string().check(z.minLength(1), z.maxLength(64));

/** Each try of a code counts, right or wrong, so that codes can’t be guessed. */
export const CODE_TRIES = {
  input: 'code',
  limits: ['code', 'codeOfNetwork'],
  refusal: 'CODE_LIMIT',
} as const satisfies Tries;

/** `time`: the welcome discount of each new member. `welcome`: an operator’s code for unpaid members of a country. */
export const codeKind = z.enum(['code', 'welcome', 'win-back', 'time']);
export type CodeKind = z.infer<typeof codeKind>;

/** Limits the uses of a code. `once`: one use in all. `first-purchase`: only by members who never paid. */
export const codeValidity = z.enum(['once-per-user', 'once', 'many', 'first-purchase']);
export type CodeValidity = z.infer<typeof codeValidity>;

/** The discount-code object of the specification, section 3, the same for every kind. */
export const discountCode = z.strictObject({
  /** The code. */
  code: z.string(),
  kind: codeKind,
  /** Country it is for; null for every one. */
  country: z.nullable(z.string()),
  /** Id of the member it was read by. */
  user_id: id,
  /** Server time in milliseconds at which it ends. */
  expires: at,
  /** The discount in percent. */
  value_percentage: z.number(),
  /** Currency it is for; null for every one. */
  currency: z.nullable(z.string()),
  /** Smallest full price it holds for, in hundredths of the currency. */
  minimum_order_value: z.int(),
  /** It can be used. */
  status: z.literal('active'),
  validity: codeValidity,
  /** True if its time is over. */
  expired: z.boolean(),
  /** Ways to pay it holds for. */
  paymentmethods: z.array(paymentMethod),
  /** Packs it holds for. */
  packages: z.array(packageId),
});
export type DiscountCode = z.infer<typeof discountCode>;

export const getDiscountCode = defineCall({
  name: 'getDiscountCode',
  feature: 'payments',
  summary:
    'A discount code that the caller can use. Without a query the welcome discount while it runs, else null.',
  access: 'member',
  method: 'GET',
  path: '/api/discountcode.php',
  input: z.strictObject({
    /** A code the member typed. It comes before `welcome`. */
    code: z.optional(typedCode),
    /** The site’s welcome code for unpaid members of the caller’s country; null if there is none. */
    welcome: z.optional(z.literal('true')),
  }),
  output: z.strictObject({
    /** The discount, or null. A typed code is never null: it is refused instead. */
    discountcode: z.nullable(discountCode),
    serverAt: at,
  }),
  refusals: ['CODE_NOT_FOUND', 'CODE_USED', 'CODE_LIMIT'],
  limit: 'read',
  tries: CODE_TRIES,
});

export const winBack = defineCall({
  name: 'winBack',
  feature: 'payments',
  summary:
    'The personal code offered on the delete screen, once per member and valid for 24 hours. Safe to repeat.',
  access: 'member',
  method: 'POST',
  path: '/api/win-back.php',
  input: nothing,
  output: z.strictObject({
    /** The code; null if the site offers none, or its time is over, or it was used. */
    discountcode: z.nullable(discountCode),
    serverAt: at,
  }),
  refusals: [],
  limit: 'write',
});

export const bonusEnded = defineOutbound({
  name: 'bonus:ended',
  feature: 'payments',
  summary: 'A discount of the member’s is over: its time ran out, or the member paid.',
  durable: true,
  payload: z.strictObject({
    version,
    /** Code of the discount that ended. */
    code: z.string(),
  }),
});

export const expireBonus = defineJob({
  name: 'expire-bonus',
  feature: 'payments',
  summary: 'Ends a member’s welcome discount at 14,400 s. Early or twice it does nothing.',
  queue: 'timers',
  data: z.strictObject({ member: id }),
});
