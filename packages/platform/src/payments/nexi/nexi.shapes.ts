import { z } from 'zod';
import type { Look, ProviderRefund } from '../../ports.ts';

/**
 * The fields of XPay that we read. They are from Nexi’s public reference: payment-api-v1 and notification-api-v1 at
 * developer.nexigroup.com, and the pages of developer.nexi.it. Nexi publishes no schema, so no other check holds them.
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
    'PENDING',
    'CANCELED',
    'VOIDED',
    'REFUNDED',
    'FAILED',
  ]),
  operationTime: time,
  operationAmount: cents.optional(),
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

/** An order id of ours: the payment’s id and the letter of the try. */
const ORDER_ID = /^([0-9a-f]{24})[a-z]{1,3}$/;

/**
 * The order id of one try: our payment’s id (24 hex digits) and a letter, from a key `<payment>-<try>`. It has 25 of the
 * 27 characters that XPay takes. Undefined for other keys and after 26 tries.
 */
export function orderIdOf(key: string): string | undefined {
  const [, payment, attempt] = /^([0-9a-f]{24})-(\d{1,2})$/.exec(key) ?? [];
  const letter = Number(attempt) >= 1 ? 'abcdefghijklmnopqrstuvwxyz'[Number(attempt) - 1] : undefined;
  return letter && `${payment}${letter}`;
}

/** Our payment’s id in an order id; empty for an order that this product did not open. */
export const referenceOf = (orderId: string): string => ORDER_ID.exec(orderId)?.[1] ?? '';

/** When our payment was made, in milliseconds: its id starts with the second. XPay does not say when an order was. */
export function openedAt(orderId: string): number | undefined {
  const reference = referenceOf(orderId);
  return reference ? Number.parseInt(reference.slice(0, 8), 16) * 1_000 : undefined;
}

const PAYS = new Set(['AUTHORIZATION', 'CAPTURE']);
const GOING_ON = new Set(['AUTHORIZED', 'THREEDS_VALIDATED', 'PENDING']);

/** The operations that took money, the capture before the authorization of the same money. */
export function takenBy({ operations }: NexiOrder): NexiOperation[] {
  const executed = (operations ?? []).filter(
    ({ operationType, operationResult }) => PAYS.has(operationType) && operationResult === 'EXECUTED',
  );
  const captures = executed.filter(({ operationType }) => operationType === 'CAPTURE');
  return captures.length > 0 ? captures : executed;
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
  };
}

/** The last try of the payer decides, unless money came. */
function stateOf({ orderStatus, operations }: NexiOrder, received: number): Look['state'] {
  if (received > 0) return received < orderStatus.order.amount ? 'partial' : 'paid';
  const last = (operations ?? []).toSorted((one, two) => one.operationTime - two.operationTime).at(-1);
  if (!last) return 'open';
  if (last.operationType === 'VOID' || last.operationType === 'CANCEL') return 'cancelled';
  if (GOING_ON.has(last.operationResult)) return 'pending';
  return last.operationResult === 'CANCELED' || last.operationResult === 'VOIDED' ? 'cancelled' : 'failed';
}

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
  return GOING_ON.has(result) ? 'pending' : 'failed';
}
