import type { FastifyInstance, FastifyRequest } from 'fastify';
import { newId, type SandboxPayment } from '../../book.ts';
import { isDebitable } from '../../payment-facts.ts';
import type { DialectTools } from '../dialect.ts';
import {
  findByIntent,
  isWithin,
  keyOf,
  listOf,
  missing,
  otherParameters,
  paymentsOf,
  read,
  refuse,
} from './answers.ts';
import { disputesOf, EXTRA, intentOf } from './objects.ts';
import { mandateIdOf, paymentMethodIdOf, setupOf } from './payer-objects.ts';
import { newDebit, newSetup, wishedRows } from './requests.ts';

type ById = { Params: { id: string } };

const ownerOf = (tools: DialectTools, request: FastifyRequest) =>
  ({ dialect: 'stripe', account: tools.accountOf(request).name }) as const;

/** Mandates and debits without a session, and the events about disputes. */
export function addStripeDebits(app: FastifyInstance, tools: DialectTools): void {
  addSetups(app, tools);
  addPaymentMethods(app, tools);
  addIntents(app, tools);
  addEvents(app, tools);
}

function addSetups(app: FastifyInstance, tools: DialectTools): void {
  const { book } = tools;
  app.post('/setup_intents', async (request, reply) => {
    const given = read(newSetup, request.body, reply);
    if (!given) return reply;
    const { iban } = given.payment_method_data.sepa_debit;
    if (!isDebitable(iban)) {
      const param = 'payment_method_data[sepa_debit][iban]';
      return refuse(reply, { code: 'invalid_bank_account_iban', param, message: 'The IBAN is invalid.' });
    }
    const form = JSON.stringify(request.body);
    const mandate = book.register(ownerOf(tools, request), keyOf(request), {
      id: newId('seti'),
      reference: given.metadata['heartline_mandate'] ?? '',
      holder: given.payment_method_data.billing_details.name,
      iban,
      extra: {
        customer: given.customer,
        [EXTRA.form]: form,
        [EXTRA.metadata]: JSON.stringify(given.metadata),
      },
    });
    if (mandate.extra[EXTRA.form] !== form) return otherParameters(reply);
    return setupOf(mandate, true);
  });
  app.get<ById>('/setup_intents/:id', async (request, reply) => {
    const mandate = book.mandate(ownerOf(tools, request), request.params.id);
    return mandate ? setupOf(mandate, true) : missing(reply, 'setup_intent');
  });
  app.get('/setup_intents', async (request, reply) => {
    const wish = read(wishedRows, request.query, reply);
    if (!wish) return reply;
    const rows = book
      .mandatesOf(ownerOf(tools, request))
      .toReversed()
      .map((mandate) => setupOf(mandate, true))
      .filter(({ created }) => created >= wish.created.gte && created < wish.created.lt);
    return listOf(rows, wish, '/v1/setup_intents');
  });
}

/** A payment method belongs to one mandate, and can’t be debited once it is detached. */
function addPaymentMethods(app: FastifyInstance, tools: DialectTools): void {
  const mandateOf = (request: FastifyRequest<ById>) =>
    tools.book
      .mandatesOf(ownerOf(tools, request))
      .find(({ id }) => paymentMethodIdOf(id) === request.params.id);
  app.get<ById>('/payment_methods/:id', async (request, reply) => {
    const mandate = mandateOf(request);
    if (!mandate) return missing(reply, 'payment_method');
    const customer = mandate.isRevoked ? null : mandate.extra['customer'];
    return { id: request.params.id, object: 'payment_method', type: 'sepa_debit', customer };
  });
  app.post<ById>('/payment_methods/:id/detach', async (request, reply) => {
    const mandate = mandateOf(request);
    if (!mandate) return missing(reply, 'payment_method');
    if (mandate.isRevoked)
      return refuse(reply, { message: 'The payment method is not attached to a customer.' });
    tools.book.revoke(mandate);
    return { id: request.params.id, object: 'payment_method', type: 'sepa_debit', customer: null };
  });
}

function addIntents(app: FastifyInstance, tools: DialectTools): void {
  const { book } = tools;
  app.post('/payment_intents', async (request, reply) => {
    const given = read(newDebit, request.body, reply);
    if (!given) return reply;
    const mandate = book
      .mandatesOf(ownerOf(tools, request))
      .find(({ id }) => mandateIdOf(id) === given.mandate);
    if (!mandate || paymentMethodIdOf(mandate.id) !== given.payment_method)
      return refuse(reply, { param: 'mandate', message: 'No such mandate.' });
    if (mandate.isRevoked)
      return refuse(reply, { param: 'payment_method', message: 'The payment method was detached.' });
    const form = JSON.stringify(request.body);
    const payment = tools.debit(request, keyOf(request), {
      id: newId('pi'),
      amountCents: given.amount,
      currency: 'EUR',
      reference: given.metadata['heartline_payment'] ?? '',
      description: 'Direct debit',
      statement: given.statement_descriptor ?? '',
      // Stripe knows the shop’s webhook from the account’s settings.
      webhookUrl: '',
      mandate,
      collectOn:
        given.payment_method_options?.sepa_debit.target_date ??
        new Date(tools.now()).toISOString().slice(0, 10),
      extra: {
        type: 'sepa_debit',
        customer: given.customer,
        [EXTRA.form]: form,
        [EXTRA.intentMetadata]: JSON.stringify(given.metadata),
      },
    });
    return payment.extra[EXTRA.form] === form ? intentOf(payment) : otherParameters(reply);
  });
  app.get<ById>('/payment_intents/:id', async (request, reply) => {
    const payment = findByIntent(tools, request, request.params.id);
    return payment ? intentOf(payment) : missing(reply, 'payment_intent');
  });
  app.get('/payment_intents', async (request, reply) => {
    const wish = read(wishedRows, request.query, reply);
    if (!wish) return reply;
    const rows = paymentsOf(tools, request)
      .filter(isWithin(wish))
      .filter(({ extra }) => wish.customer === undefined || extra['customer'] === wish.customer)
      .map(intentOf);
    return listOf(rows, wish, '/v1/payment_intents');
  });
}

/** Each dispute is an event at the time that it last changed. */
function addEvents(app: FastifyInstance, tools: DialectTools): void {
  app.get('/events', async (request, reply) => {
    const wish = read(wishedRows, request.query, reply);
    if (!wish) return reply;
    const rows = paymentsOf(tools, request)
      .flatMap(disputesOf)
      .filter(({ created }) => created >= wish.created.gte && created < wish.created.lt)
      .map((dispute) => ({
        id: dispute.id.replace('du_', 'evt_'),
        object: 'event',
        created: dispute.created,
        type: 'charge.dispute.updated',
        data: { object: dispute },
      }));
    return listOf(rows, wish, '/v1/events');
  });
}

const DEBIT_EVENTS: Readonly<Partial<Record<SandboxPayment['state'], string>>> = {
  paid: 'payment_intent.succeeded',
  failed: 'payment_intent.payment_failed',
};

/** The type of an event about a debit. */
export const debitEventOf = ({ state }: SandboxPayment): string =>
  DEBIT_EVENTS[state] ?? 'payment_intent.processing';
