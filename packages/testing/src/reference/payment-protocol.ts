import {
  bridgeDebit,
  bridgeDebitOrder,
  bridgeDispute,
  bridgeDisputes,
  bridgeList,
  bridgeMandate,
  bridgeMandateOrder,
  bridgeOpened,
  bridgeOrder,
  bridgePayment,
  bridgeRefund,
  bridgeRefundOrder,
  bridgeRefusal,
  bridgeWebhook,
} from '@heartline/platform';
import { z } from 'zod';

type Json = Record<string, unknown>;

const SHAPES = {
  Order: bridgeOrder,
  Opened: bridgeOpened,
  Payment: bridgePayment,
  Refund: bridgeRefund,
  Dispute: bridgeDispute,
  List: bridgeList,
  RefundOrder: bridgeRefundOrder,
  MandateOrder: bridgeMandateOrder,
  Mandate: bridgeMandate,
  DebitOrder: bridgeDebitOrder,
  Debit: bridgeDebit,
  Disputes: bridgeDisputes,
  Refusal: bridgeRefusal,
  Webhook: bridgeWebhook,
} as const;

type Shape = keyof typeof SHAPES;

const body = (shape: Shape): Json => ({
  'application/json': { schema: { $ref: `#/components/schemas/${shape}` } },
});
const answer = (shape: Shape, description: string): Json => ({ description, content: body(shape) });
const header = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: true,
  schema: { type: 'string' },
  description,
});
const query = (name: string, type: 'string' | 'integer', description: string): Json => ({
  name,
  in: 'query',
  schema: { type },
  description,
});

const KEY = header(
  'Idempotency-Key',
  'Key of this act. Remember it for at least 24 hours: the same key gives the same answer and does nothing again.',
);
const idOf = (what: string) => ({
  name: 'id',
  in: 'path',
  required: true,
  schema: { type: 'string' },
  description: `Your id of the ${what}.`,
});
const ID = idOf('payment');
const REFUSED = answer('Refusal', 'A definite no: nothing was done and nothing will be.');
const OTHERS = {
  401: { description: 'The key is wrong. Nothing was done.' },
  default: {
    description: 'Anything else means that the outcome is unknown: the call is repeated under its key.',
  },
};

/** The OpenAPI 3.1 document of the bridge protocol, from the shapes that the adapter reads and writes. */
export function buildPaymentProtocol(): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Heartline payment bridge',
      version: '1',
      summary: 'What an acquirer’s bridge serves, so that a Heartline site can take payments through it.',
      description: 'The rules between the calls are in payment-protocol.md.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      { url: 'https://bridge.example', description: 'Your bridge: PAYMENT_URL, or `url` of the account.' },
    ],
    security: [{ key: [] }],
    paths: PATHS,
    webhooks: { payment: { post: WEBHOOK } },
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'PAYMENT_KEY, or `key` of the account.' },
      },
      schemas: Object.fromEntries(Object.entries(SHAPES).map(([name, shape]) => [name, schemaOf(shape)])),
    },
  };
}

const PATHS: Json = {
  '/v1/payments': {
    post: {
      operationId: 'open',
      summary: 'Open a payment.',
      parameters: [KEY],
      requestBody: { required: true, content: body('Order') },
      responses: { 200: answer('Opened', 'Opened, now or before under this key.'), 422: REFUSED, ...OTHERS },
    },
    get: {
      operationId: 'list',
      summary: 'List payments, the oldest first.',
      parameters: [
        query('reference', 'string', 'Only payments with this reference of ours.'),
        query('from', 'integer', 'Only those opened then or later, in milliseconds since 1970.'),
        query('to', 'integer', 'Only those opened before then.'),
        query('after', 'string', 'Only those after this one: `next` of the part before.'),
      ],
      responses: { 200: answer('List', 'A part of the list.'), ...OTHERS },
    },
  },
  '/v1/payments/{id}': {
    get: {
      operationId: 'look',
      summary: 'Everything known of a payment.',
      parameters: [ID],
      responses: {
        200: answer('Payment', 'The payment, with its refunds and disputes.'),
        404: { description: 'There is no such payment of this account.' },
        ...OTHERS,
      },
    },
  },
  '/v1/payments/{id}/cancel': {
    post: {
      operationId: 'close',
      summary: 'Close a payment, so that it can’t be paid any more. Safe to repeat.',
      parameters: [ID],
      responses: {
        200: answer('Payment', 'The payment after it: still `paid` or `open` if it can’t be closed.'),
        404: { description: 'There is no such payment of this account.' },
        ...OTHERS,
      },
    },
  },
  '/v1/payments/{id}/refunds': {
    post: {
      operationId: 'refund',
      summary: 'Refund a part of a payment.',
      parameters: [ID, KEY],
      requestBody: { required: true, content: body('RefundOrder') },
      responses: { 200: answer('Refund', 'Begun, now or before under this key.'), 422: REFUSED, ...OTHERS },
    },
  },
  '/v1/mandates': {
    post: {
      operationId: 'mandate',
      summary: 'Register a mandate for direct debits. Leave it out, and answer 404, if you take none.',
      parameters: [KEY],
      requestBody: { required: true, content: body('MandateOrder') },
      responses: {
        200: answer('Mandate', 'Registered, now or before under this key.'),
        422: REFUSED,
        ...OTHERS,
      },
    },
  },
  '/v1/mandates/{id}/revoke': {
    post: {
      operationId: 'revoke',
      summary: 'End a mandate. Debits on their way stay. Safe to repeat.',
      parameters: [idOf('mandate')],
      responses: {
        200: answer('Mandate', 'The mandate, which can’t be debited any more.'),
        404: { description: 'There is no such mandate of this account.' },
        ...OTHERS,
      },
    },
  },
  '/v1/debits': {
    post: {
      operationId: 'collect',
      summary:
        'Debit an account under a mandate. The debit is a payment like any other, and begins `pending`.',
      parameters: [KEY],
      requestBody: { required: true, content: body('DebitOrder') },
      responses: { 200: answer('Debit', 'Begun, now or before under this key.'), 422: REFUSED, ...OTHERS },
    },
  },
  '/v1/disputes': {
    get: {
      operationId: 'disputes',
      summary: 'List disputes that began or changed since a time, of payments of any age.',
      parameters: [
        query(
          'since',
          'integer',
          'Only those that began or changed then or later, in milliseconds since 1970.',
        ),
        query('after', 'string', 'Only those after this one: `next` of the part before.'),
      ],
      responses: { 200: answer('Disputes', 'A part of the list.'), ...OTHERS },
    },
  },
};

const WEBHOOK: Json = {
  operationId: 'webhook',
  summary: 'Tell the site that a payment changed.',
  security: [],
  parameters: [
    header(
      'X-Payment-Signature',
      '`t=<seconds>,v1=<hex>`: HMAC SHA-256 with the webhook secret over `<seconds>.<raw body>`, at most 300 s old.',
    ),
  ],
  requestBody: { required: true, content: body('Webhook') },
  responses: {
    200: { description: 'Taken.' },
    400: { description: 'The signature is wrong or too old.' },
    default: { description: 'Send it again later, under the same id.' },
  },
};

/** A schema of a component; only the document itself names the version of JSON Schema. */
function schemaOf(shape: z.ZodType): Json {
  const schema = z.toJSONSchema(shape) as Json;
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== '$schema'));
}
