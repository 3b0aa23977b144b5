import { z } from 'zod';
import type { Look, ProviderRefund } from '../../ports.ts';
import { countryOfThree } from '../payer.ts';

/**
 * The fields of XPay that we read, from Nexi’s public reference: payment-api-v1 and notification-api-v1 at
 * developer.nexigroup.com, and developer.nexi.it. Nexi publishes no schema, so no other check holds them. `CANCELLED`,
 * `3DS_FAILED` and `EXPIRED` are from Nexi’s own plugins, because the reference lacks them.
 */

/** Amounts are strings of the currency’s smallest unit. */
const cents = z
  .string()
  .regex(/^\d{1,12}$/)
  .transform(Number);
const time = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

const nexiOperation = z.object({
  operationId: z.string().max(100),
  operationType: z.string().max(40),
  operationResult: z.enum([
    'AUTHORIZED',
    'EXECUTED',
    'DECLINED',
    'DENIED_BY_RISK',
    'THREEDS_VALIDATED',
    'THREEDS_FAILED',
    '3DS_FAILED',
    'PENDING',
    'CANCELED',
    'CANCELLED',
    'EXPIRED',
    'VOIDED',
    'REFUNDED',
    'FAILED',
  ]),
  operationTime: time,
  operationAmount: cents.optional(),
  /** Facts of one way to pay. The country of the card has three letters. */
  additionalData: z.object({ cardCountry: z.string().nullish() }).nullish().catch(null),
  /** The operation that this one undoes. */
  cancelledOperationId: z.string().nullish(),
});
export type NexiOperation = z.infer<typeof nexiOperation>;

const orderStatus = z.object({
  order: z.object({ orderId: z.string().max(27), amount: cents, currency: z.string().length(3) }),
  capturedAmount: cents.nullish(),
  lastOperationTime: time.nullish(),
});

export const nexiOrder = z.object({ orderStatus, operations: z.array(nexiOperation).nullish() });
export type NexiOrder = z.infer<typeof nexiOrder>;

export const nexiOrderPage = z.object({ orders: z.array(orderStatus) });
export const nexiCheckout = z.object({ hostedPage: z.url({ protocol: /^https?$/ }) });
export const nexiDone = z.object({ operationId: z.string().max(100) });

/** Only codes of errors are read. Their texts are for people. */
export const nexiErrors = z.object({ errors: z.array(z.object({ code: z.string().max(40) })) });

export const nexiNotification = z.object({
  eventId: z.string().max(100).nullish(),
  operation: z.object({ orderId: z.string().max(27) }),
});

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = BigInt(DIGITS.length);

/** A payment’s id in base 62, and the letter of the try. */
const ORDER_ID = /^([0-9A-Za-z]{17})[a-z]{1,2}$/;

/**
 * The order id of one try, from a key `<payment>-<try>`: our payment’s id in 17 digits of base 62, and a letter. XPay takes
 * 27 characters, but older terminals take 18. Undefined for other keys and after 26 tries.
 */
export function orderIdOf(key: string): string | undefined {
  const [, payment = '', attempt] = /^([0-9a-f]{24})-(\d{1,2})$/.exec(key) ?? [];
  const letter = Number(attempt) >= 1 ? 'abcdefghijklmnopqrstuvwxyz'[Number(attempt) - 1] : undefined;
  if (letter === undefined) return undefined;
  let rest = BigInt(`0x${payment}`);
  let packed = '';
  for (; packed.length < 17; rest /= BASE) packed = DIGITS.charAt(Number(rest % BASE)) + packed;
  return packed + letter;
}

/** Our payment’s id in an order id; empty for an order that this product can’t have opened. */
export function referenceOf(orderId: string): string {
  const [, packed] = ORDER_ID.exec(orderId) ?? [];
  if (packed === undefined) return '';
  const value = [...packed].reduce((sum, digit) => sum * BASE + BigInt(DIGITS.indexOf(digit)), 0n);
  const payment = value.toString(16).padStart(24, '0');
  return payment.length === 24 ? payment : '';
}

/** When our payment was made, in milliseconds: its id starts with the second. XPay does not say when an order was. */
export function openedAt(orderId: string): number | undefined {
  const reference = referenceOf(orderId);
  return reference ? Number.parseInt(reference.slice(0, 8), 16) * 1_000 : undefined;
}

/**
 * The operations that took money, the capture before the authorization of the same money. XPay calls an implicit capture
 * either an executed authorization or an authorized capture. Without either, the captured amount decides.
 */
export function takenBy({ orderStatus, operations }: NexiOrder): NexiOperation[] {
  const all = operations ?? [];
  const of = (type: string, ...results: string[]) =>
    all.filter((one) => one.operationType === type && results.includes(one.operationResult));
  const captures = of('CAPTURE', 'AUTHORIZED', 'EXECUTED');
  if (captures.length > 0) return captures;
  const executed = of('AUTHORIZATION', 'EXECUTED');
  return executed.length > 0 || !orderStatus.capturedAmount ? executed : of('AUTHORIZATION', 'AUTHORIZED');
}

/** An order in our terms. It stays `paid` after refunds, which are listed beside. XPay tells no charge-backs. */
export function lookOf(order: NexiOrder): Look {
  const { orderId, amount, currency } = order.orderStatus.order;
  const sum = takenBy(order).reduce((all, { operationAmount = 0 }) => all + operationAmount, 0);
  const received = Math.max(sum, order.orderStatus.capturedAmount ?? 0);
  const times = (order.operations ?? []).map(({ operationTime }) => operationTime);
  return {
    id: orderId,
    reference: referenceOf(orderId),
    state: stateOf(order, received),
    cents: amount,
    receivedCents: received,
    currency,
    createdAt: openedAt(orderId) ?? Math.min(...times, order.orderStatus.lastOperationTime ?? Date.now()),
    refunds: refundsOf(order),
    disputes: [],
    failure: null,
    payer: { country: countryOfThree(countryOf(order)), ibanEnd: null },
  };
}

/** Country of the card that paid, as XPay writes it. */
const countryOf = (order: NexiOrder) => takenBy(order).at(-1)?.additionalData?.cardCountry;

/** The last try of the payer decides, unless money came. */
function stateOf({ orderStatus, operations }: NexiOrder, received: number): Look['state'] {
  if (received > 0) return received < orderStatus.order.amount ? 'partial' : 'paid';
  const last = (operations ?? []).toSorted((one, two) => one.operationTime - two.operationTime).at(-1);
  if (!last) return 'open';
  if (last.operationType === 'VOID' || last.operationType === 'CANCEL') return 'cancelled';
  return STATES[last.operationResult] ?? 'failed';
}

/** States without money; a result that is missing here failed. */
const STATES: Readonly<Partial<Record<NexiOperation['operationResult'], Look['state']>>> = {
  AUTHORIZED: 'pending',
  THREEDS_VALIDATED: 'pending',
  PENDING: 'pending',
  CANCELED: 'cancelled',
  CANCELLED: 'cancelled',
  VOIDED: 'cancelled',
  EXPIRED: 'expired',
};

/** Money back: refunds, and voids of the same day. XPay keeps no key of ours with them. */
function refundsOf(order: NexiOrder): ProviderRefund[] {
  const operations = order.operations ?? [];
  const undone = new Set(
    operations
      .filter(({ operationType }) => operationType === 'CANCEL')
      .map(({ cancelledOperationId }) => cancelledOperationId),
  );
  const taken = new Set(takenBy(order).map(({ operationId }) => operationId));
  return operations
    .filter(
      ({ operationType, cancelledOperationId }) =>
        taken.size > 0 &&
        (operationType === 'REFUND' ||
          operationType === 'VOID' ||
          (operationType === 'CANCEL' && taken.has(cancelledOperationId ?? ''))),
    )
    .map((operation) => ({
      id: operation.operationId,
      key: null,
      cents: operation.operationAmount ?? 0,
      state: undone.has(operation.operationId) ? 'failed' : refundStateOf(operation.operationResult),
    }));
}

function refundStateOf(result: NexiOperation['operationResult']): ProviderRefund['state'] {
  if (result === 'EXECUTED' || result === 'REFUNDED' || result === 'VOIDED') return 'done';
  return STATES[result] === 'pending' ? 'pending' : 'failed';
}
