import { hash } from 'node:crypto';
import type { SandboxPayment } from '../book.ts';

const isoTime = (at: number) => new Date(at).toISOString();

/** An id as XPay writes those of operations: digits, here made from our own. */
export const numberOf = (id: string): string =>
  String(Number.parseInt(hash('sha256', id, 'hex').slice(0, 12), 16));

/** Results of the payer’s try. An expired page leaves no trace at XPay. */
const RESULTS: Readonly<Partial<Record<SandboxPayment['state'], string>>> = {
  pending: 'PENDING',
  paid: 'EXECUTED',
  partial: 'EXECUTED',
  failed: 'DECLINED',
  cancelled: 'CANCELED',
};

const REFUND_RESULTS = { pending: 'PENDING', done: 'REFUNDED', failed: 'FAILED' } as const;

/** One step of an order: the payer’s try, or a refund. */
interface Operation {
  orderId: string;
  operationId: string;
  channel: 'ECOMMERCE' | 'BACKOFFICE';
  operationType: 'AUTHORIZATION' | 'REFUND';
  operationResult: string;
  operationTime: string;
  operationAmount: string;
  operationCurrency: string;
  paymentMethod: 'CARD';
}

/** The operations of an order, the oldest first. XPay tells no charge-backs. */
export function operationsOf(payment: SandboxPayment): Operation[] {
  const { id: orderId, state, currency, receivedCents, amountCents, paidAt, createdAt } = payment;
  const result = RESULTS[state];
  const shared = { orderId, operationCurrency: currency, paymentMethod: 'CARD' } as const;
  const paid: Operation[] = result
    ? [
        {
          ...shared,
          operationId: numberOf(orderId),
          channel: 'ECOMMERCE',
          operationType: 'AUTHORIZATION',
          operationResult: result,
          operationTime: isoTime(paidAt ?? createdAt),
          operationAmount: String(receivedCents || amountCents),
        },
      ]
    : [];
  const refunds = payment.refunds.map(
    (refund): Operation => ({
      ...shared,
      operationId: numberOf(refund.id),
      channel: 'BACKOFFICE',
      operationType: 'REFUND',
      operationResult: REFUND_RESULTS[refund.state],
      operationTime: isoTime(refund.at),
      operationAmount: String(refund.amountCents),
    }),
  );
  return [...paid, ...refunds];
}

/** The status of an order, as the list and `GET /orders/{orderId}` have it. */
export function presentOrder(payment: SandboxPayment) {
  const { id: orderId, amountCents, currency, description, reference, receivedCents, createdAt } = payment;
  const last = operationsOf(payment).at(-1);
  return {
    order: { orderId, amount: String(amountCents), currency, description, customField: reference },
    authorizedAmount: String(receivedCents),
    capturedAmount: String(receivedCents),
    ...(last && { lastOperationType: last.operationType }),
    lastOperationTime: last?.operationTime ?? isoTime(createdAt),
  };
}
