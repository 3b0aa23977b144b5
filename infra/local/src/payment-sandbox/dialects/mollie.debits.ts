import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { newId } from '../book.ts';
import type { DialectTools } from './dialect.ts';
import {
  addressesOf,
  apiOf,
  fingerprint,
  invalid,
  invalidField,
  keyOf,
  keyReused,
  listOf,
  unknown,
} from './mollie.answers.ts';
import {
  centsOf,
  chargebacksOf,
  type MollieCustomer,
  presentCustomer,
  presentMandate,
  presentPayment,
  wishedCustomer,
  wishedDebit,
  wishedMandate,
} from './mollie.shapes.ts';

type OfCustomer = { Params: { customer: string } };
type OfMandate = { Params: { customer: string; mandate: string } };

const ownerOf = (tools: DialectTools, request: FastifyRequest) =>
  ({ dialect: 'mollie', account: tools.accountOf(request).name }) as const;

/** Customers, their mandates, and the list of all charge-backs. */
export function addMollieDebits(app: FastifyInstance, tools: DialectTools): void {
  const customers = addCustomers(app, tools);
  addMandates(app, tools, customers);
  addChargebacks(app, tools);
}

type Customers = Map<string, MollieCustomer>;

/** Customers live as long as the process; mandates and debits are in the book. */
function addCustomers(app: FastifyInstance, { accountOf, now }: DialectTools): Customers {
  const customers: Customers = new Map();
  const byKey = new Map<string, string>();
  app.post('/customers', async (request, reply) => {
    const given = wishedCustomer.safeParse(request.body);
    if (!given.success) return invalid(reply, given.error);
    const { name: account } = accountOf(request);
    const key = `${account}:${keyOf(request)}`;
    const { metadata = null, ...about } = given.data;
    const fresh = { id: newId('cst'), account, ...about, metadata, createdAt: now() };
    const customer = customers.get(byKey.get(key) ?? '') ?? fresh;
    customers.set(customer.id, customer);
    byKey.set(key, customer.id);
    return reply.code(201).send(presentCustomer(customer, apiOf(request)));
  });
  app.get('/customers', async (request, reply) => {
    const { name: account } = accountOf(request);
    const found = [...customers.values()].filter((one) => one.account === account).toReversed();
    const api = apiOf(request);
    const shown = found.map((one) => presentCustomer(one, api));
    return reply.send(listOf({ customers: shown }, { self: `${api}/customers` }));
  });
  return customers;
}

function addMandates(app: FastifyInstance, tools: DialectTools, customers: Customers): void {
  const { book } = tools;
  app.post<OfCustomer>('/customers/:customer/mandates', async (request, reply) => {
    const owner = ownerOf(tools, request);
    const customer = customers.get(request.params.customer);
    if (customer?.account !== owner.account) return unknown(reply);
    const given = wishedMandate.safeParse(request.body);
    if (!given.success) return invalid(reply, given.error);
    const { consumerName, consumerAccount, mandateReference, signatureDate } = given.data;
    const mandate = book.register(owner, keyOf(request), {
      id: newId('mdt'),
      reference: mandateReference,
      holder: consumerName,
      iban: consumerAccount,
      extra: { customer: customer.id, signatureDate },
    });
    return reply.code(201).send(presentMandate(mandate, apiOf(request)));
  });
  app.get<OfCustomer>('/customers/:customer/mandates', async (request, reply) => {
    const { customer } = request.params;
    const found = book
      .mandatesOf(ownerOf(tools, request))
      .filter(({ extra }) => extra['customer'] === customer);
    const api = apiOf(request);
    const mandates = found.toReversed().map((one) => presentMandate(one, api));
    return reply.send(listOf({ mandates }, { self: `${api}/customers/${customer}/mandates` }));
  });
  app.delete<OfMandate>('/customers/:customer/mandates/:mandate', async (request, reply) => {
    const mandate = book.mandate(ownerOf(tools, request), request.params.mandate);
    if (!mandate || mandate.isRevoked) return unknown(reply);
    book.revoke(mandate);
    return reply.code(204).send();
  });
}

const wishedChargebacks = z.strictObject({ limit: z.coerce.number().int().min(1).max(250).default(50) });

/** Charge-backs of all payments, the newest first. */
function addChargebacks(app: FastifyInstance, tools: DialectTools): void {
  app.get('/chargebacks', async (request, reply) => {
    const given = wishedChargebacks.safeParse(request.query);
    if (!given.success) return invalid(reply, given.error);
    const api = apiOf(request);
    const found = tools.book
      .of(ownerOf(tools, request))
      .flatMap((payment) => chargebacksOf(payment, { api }))
      .toSorted((one, two) => Date.parse(two.createdAt) - Date.parse(one.createdAt))
      .slice(0, given.data.limit);
    return listOf({ chargebacks: found }, { self: `${api}/chargebacks` });
  });
}

/** True for an order that no payer opens a page for. */
export const isDebit = (body: unknown): boolean =>
  z.object({ sequenceType: z.literal('recurring') }).safeParse(body).success;

/** Debits under a mandate; the answer has no page. */
export async function openDebit(
  tools: DialectTools,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const given = wishedDebit.safeParse(request.body);
  if (!given.success) return invalid(reply, given.error);
  const { amount, description, webhookUrl, locale, metadata, customerId, mandateId } = given.data;
  const mandate = tools.book.mandate(ownerOf(tools, request), mandateId);
  if (!mandate || mandate.isRevoked || mandate.extra['customer'] !== customerId)
    return invalidField(reply, 'mandateId');
  const extra = {
    metadata: JSON.stringify(metadata ?? null),
    request: fingerprint(request.body),
    customer: customerId,
  };
  const payment = tools.debit(request, keyOf(request), {
    id: newId('tr'),
    amountCents: centsOf(amount.value),
    currency: amount.currency,
    reference: z.string().catch('').parse(metadata?.['reference']),
    description,
    statement: description,
    locale,
    webhookUrl,
    mandate,
    // Mollie debits on the next business day, whatever the shop announced.
    collectOn: new Date(tools.now()).toISOString().slice(0, 10),
    extra,
  });
  if (payment.extra['request'] !== extra.request) return keyReused(reply);
  const asOpened = { ...payment, state: 'pending' } as const;
  return reply.code(201).send(presentPayment(asOpened, addressesOf(tools, request, payment)));
}
