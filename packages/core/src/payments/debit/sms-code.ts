import { randomInt } from 'node:crypto';
import { type Locale, ok, type Result, refuse } from '@heartline/contracts';
import { PAYMENT_TEXTS } from '@heartline/i18n';
import { serverText } from '@heartline/i18n/server';
import { type SmsMessage, SmsRefused } from '@heartline/platform';
import type { PaymentsContext } from '../payments-context.ts';
import { keyedHash } from './keyed-hash.ts';
import {
  claimSmsCode,
  consumeSmsCode,
  findSmsCode,
  type SmsCodeDoc,
  takeCodeTry,
  undoSmsCode,
} from './sms-code.repository.ts';

const MINUTE_MS = 60_000;
const HOLDS_MS = 10 * MINUTE_MS;
/** Minimum time between two messages for one order. */
const AGAIN_MS = MINUTE_MS;
/** A code that was entered is known to its order for this long. */
const STORED_MS = 24 * 60 * MINUTE_MS;

/** A code that was entered. */
export type EnteredCode = SmsCodeDoc & { usedAt: number };

/** The order that a code is for. */
export interface CodedOrder {
  /** `<member>:<key of the order>` */
  id: string;
  boundTo: string;
}

/** The request for a code, and the phone that gets it. */
interface Wish extends CodedOrder {
  member: string;
  network: string;
  /** In E.164. */
  phone: string;
  locale: Locale;
  price: { cents: number; currency: string };
}

/** When a new code may be asked for. */
export const againAtOf = ({ sentAt }: SmsCodeDoc) => sentAt + AGAIN_MS;

/**
 * Sends a code of six digits, and returns its row. A repetition within a minute sends nothing. Refused beyond the limits of
 * the member, the network and the phone (SMS_LIMIT), and where they can’t be counted (UNAVAILABLE).
 */
export async function sendSmsCode(context: PaymentsContext, wish: Wish): Promise<Result<SmsCodeDoc>> {
  const { mongo, clock, ids } = context;
  const before = await findSmsCode(mongo, wish.id);
  const now = clock.now();
  if (before?.boundTo === wish.boundTo && now < againAtOf(before)) return ok(before);
  const digits = String(randomInt(1_000_000)).padStart(6, '0');
  const code: SmsCodeDoc = {
    _id: wish.id,
    codeHash: hashOf(context, wish.id, digits),
    boundTo: wish.boundTo,
    reference: `HL${ids.documentId().toUpperCase()}`,
    tried: [],
    tries: 0,
    sentAt: now,
    until: now + HOLDS_MS,
    usedAt: null,
    forgetAt: new Date(now + STORED_MS),
  };
  if (!(await claimSmsCode(mongo, code, before))) {
    // Another request sent one, or this order went on.
    const newest = await findSmsCode(mongo, wish.id);
    return newest?.boundTo === wish.boundTo ? ok(newest) : refuse('KEY_REUSED');
  }
  // Counted after the claim: the same request twice at once is one message.
  const allowed = await takeLimits(context, wish);
  const message = { id: ids.documentId(), to: wish.phone, text: textOf(wish, digits) };
  const sent = allowed.ok ? await send(context, message) : allowed;
  if (!sent.ok) await undoSmsCode(mongo, code, before);
  return sent.ok ? ok(code) : sent;
}

/** Counts a text message, fail-closed. */
async function takeLimits(
  context: PaymentsContext,
  { member, network, phone }: Wish,
): Promise<Result<undefined>> {
  const counted = [
    ['sms', member],
    ['smsOfNetwork', network],
    ['smsOfPhone', keyedHash(context, 'phone', phone)],
  ] as const;
  for (const [limit, key] of counted) {
    const { outcome } = await context.limits.take(limit, key);
    if (outcome === 'limited') return refuse('SMS_LIMIT');
    if (outcome === 'unavailable') return refuse('UNAVAILABLE');
  }
  return ok(undefined);
}

/** The words of the message: short, with the amount, and without the name of the site. */
function textOf({ locale, price }: Wish, code: string): string {
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: price.currency });
  // A space that does not break is outside the alphabet of text messages, and makes a message of two.
  const written = money.format(price.cents / 100).replaceAll(/[\u00a0\u202f]/g, ' ');
  return serverText(locale, PAYMENT_TEXTS.smsCode, { code, price: written });
}

async function send({ sms, logger }: PaymentsContext, message: SmsMessage): Promise<Result<undefined>> {
  if (!sms) return refuse('UNAVAILABLE');
  try {
    await sms.send(message);
    return ok(undefined);
  } catch (error) {
    logger.warn({ message: message.id, reason: (error as Error).message }, 'text message not sent');
    return error instanceof SmsRefused
      ? refuse('VALIDATION_FAILED', { fields: { phone: 'PHONE_INVALID' } })
      : refuse('UNAVAILABLE');
  }
}

/**
 * Takes the code of an order, and returns its row. One that was entered for it before counts without another try (K10).
 * Refused: OTP_INVALID for a wrong one, one of another order, account or phone, and after ten minutes; OTP_TOO_MANY after
 * five tries.
 */
export async function enterSmsCode(
  context: PaymentsContext,
  { id, boundTo }: CodedOrder,
  typed: string,
): Promise<Result<EnteredCode>> {
  const { mongo, clock } = context;
  const row = await findSmsCode(mongo, id);
  if (row?.boundTo !== boundTo) return refuse('OTP_INVALID');
  const now = clock.now();
  const digits = typed.replaceAll(/\s/g, '');
  if (row.usedAt === null && (now >= row.until || !/^\d{6}$/.test(digits))) return refuse('OTP_INVALID');
  const guess = hashOf(context, id, digits);
  const mayTry = await takeCodeTry(mongo, row, guess);
  const isRight = mayTry && row.codeHash === guess;
  if (isRight && (await consumeSmsCode(mongo, row, now))) return ok({ ...row, usedAt: now });
  // It was entered before, or by the same request that came twice at once.
  const entered = await enteredCode(context, { id, boundTo });
  if (entered) return ok(entered);
  return refuse(mayTry ? 'OTP_INVALID' : 'OTP_TOO_MANY');
}

/** The code’s row if the order was confirmed by it before; undefined if it needs a code. */
export async function enteredCode(
  { mongo }: PaymentsContext,
  { id, boundTo }: CodedOrder,
): Promise<EnteredCode | undefined> {
  const row = await findSmsCode(mongo, id);
  const { usedAt } = row ?? { usedAt: null };
  return row?.boundTo === boundTo && usedAt !== null ? { ...row, usedAt } : undefined;
}

const hashOf = (context: PaymentsContext, id: string, digits: string) =>
  keyedHash(context, 'code', `${id} ${digits}`);
