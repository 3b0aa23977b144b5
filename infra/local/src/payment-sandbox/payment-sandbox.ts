import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { type Places, sendPage } from '../pages/page.ts';
import { createPageServer, listen } from '../pages/server.ts';
import { ACTIONS, type Action } from './actions.ts';
import { checkoutPage, listPage } from './pages.ts';
import { createSandboxPayments, type SandboxPayment, type SandboxPayments } from './sandbox-payments.ts';
import { createWebhooks, type Webhooks } from './webhooks.ts';

export interface PaymentSandbox {
  /** Origin of its API and pages. */
  origin: string;
  list(): SandboxPayment[];
  find(id: string): SandboxPayment | undefined;
  /** Does what a button of the hosted page does. */
  act(id: string, action: Action): void;
  stop(): Promise<void>;
}

const LATER_MS = 20_000;
const OUT_OF_ORDER_MS = 2_500;

const order = z.strictObject({
  reference: z.string().min(1).max(100),
  amountCents: z.int().positive(),
  currency: z.string().length(3),
  method: z.string().max(40),
  description: z.string().max(200),
  returnUrl: z.url(),
  webhookUrl: z.url(),
});

/** Starts a pretend payment provider: the API a shop calls, the page a customer pays on, and its webhooks. */
export async function startPaymentSandbox(options: {
  port?: number;
  key: string;
  webhookSecret: string;
  /** Keeps payments through a restart. */
  file?: string;
  now?: () => number;
  places?: Places;
}): Promise<PaymentSandbox> {
  const now = options.now ?? Date.now;
  const payments = createSandboxPayments({ file: options.file, now });
  const webhooks = createWebhooks({ secret: options.webhookSecret, payments, now });
  const app = createPageServer();
  const act = (id: string, action: Action) => {
    const payment = payments.find(id);
    if (payment) perform({ payments, webhooks }, payment, action);
  };
  addApi(app, payments, webhooks, options.key);
  addRefundApi(app, payments, webhooks);
  addPages(app, payments, act, options.places);
  const origin = await listen(app, options.port ?? 0);
  return {
    origin,
    list: payments.list,
    find: payments.find,
    act,
    async stop() {
      webhooks.stop();
      await app.close();
      await payments.saved();
    },
  };
}

/** The calls of a shop, behind its key. */
function addApi(app: FastifyInstance, payments: SandboxPayments, webhooks: Webhooks, key: string): void {
  app.addHook('onRequest', async (request, reply) => {
    const isApi = request.url.startsWith('/v1/');
    if (isApi && request.headers.authorization !== `Bearer ${key}`)
      return reply.code(401).send({ error: 'key' });
    return undefined;
  });
  app.post('/v1/payments', async (request, reply) => {
    const given = order.safeParse(request.body);
    const idempotencyKey = request.headers['idempotency-key'];
    if (!given.success || typeof idempotencyKey !== 'string') return reply.code(400).send({ error: 'order' });
    const payment = payments.open(idempotencyKey, given.data);
    return { id: payment.id, redirect: `${originOf(request.headers.host)}/pay/${payment.id}` };
  });
  app.get<{ Params: { id: string } }>('/v1/payments/:id', async ({ params }, reply) => {
    const payment = payments.find(params.id);
    return payment ? present(payment) : reply.code(404).send({ error: 'unknown' });
  });
  app.post<{ Params: { id: string } }>('/v1/payments/:id/cancel', async ({ params }, reply) => {
    const payment = payments.find(params.id);
    if (!payment) return reply.code(404).send({ error: 'unknown' });
    if (payment.state !== 'paid' && !payment.isClosed) {
      payments.change(payment, { state: 'cancelled', isClosed: true });
      webhooks.send(payment);
    }
    return present(payment);
  });
}

/** Money back: begun once under the shop’s key, and asked about. */
function addRefundApi(app: FastifyInstance, payments: SandboxPayments, webhooks: Webhooks): void {
  const order = z.strictObject({ amountCents: z.int().positive() });
  app.post<{ Params: { id: string } }>(
    '/v1/payments/:id/refunds',
    async ({ params, body, headers }, reply) => {
      const payment = payments.find(params.id);
      const given = order.safeParse(body);
      const key = headers['idempotency-key'];
      if (!payment) return reply.code(404).send({ error: 'unknown' });
      if (!given.success || typeof key !== 'string') return reply.code(400).send({ error: 'order' });
      const refund = payments.refund(payment, key, given.data.amountCents);
      if (!refund) return reply.code(422).send({ error: 'amount' });
      webhooks.send(payment);
      return { id: refund.id, state: refund.state };
    },
  );
  app.get<{ Params: { id: string; refund: string } }>(
    '/v1/payments/:id/refunds/:refund',
    async ({ params }, reply) => {
      const refund = payments.find(params.id)?.refunds?.find(({ id }) => id === params.refund);
      return refund ? { id: refund.id, state: refund.state } : reply.code(404).send({ error: 'unknown' });
    },
  );
}

function present({ id, state, amountCents, currency, reference }: SandboxPayment) {
  return { id, state, amountCents, currency, reference };
}

function originOf(host: string | undefined): string {
  return `http://${host ?? '127.0.0.1'}`;
}

type Act = (id: string, action: Action) => void;

/** The page a customer pays on, and the list of what was paid. */
function addPages(
  app: FastifyInstance,
  payments: SandboxPayments,
  act: Act,
  places: Places | undefined,
): void {
  app.get('/', async (_request, reply) => sendPage(reply, listPage(payments.list(), places)));
  app.get<{ Params: { id: string } }>('/pay/:id', async ({ params }, reply) => {
    const payment = payments.find(params.id);
    return payment ? sendPage(reply, checkoutPage(payment)) : notFound(reply);
  });
  app.post<{ Params: { id: string }; Body: { action?: string } }>(
    '/pay/:id',
    async ({ params, body }, reply) => {
      const payment = payments.find(params.id);
      if (!payment) return notFound(reply);
      if (body.action && Object.hasOwn(ACTIONS, body.action)) act(payment.id, body.action as Action);
      return reply.redirect(payment.returnUrl, 303);
    },
  );
}

function notFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).type('text/plain').send('There is no such payment.');
}

const canEnd = ({ state, isClosed }: SandboxPayment) => state !== 'paid' && !isClosed;

/**
 * Performs the action of a button. A payment that was paid, or closed by the shop, stays unchanged; its webhooks may be
 * repeated.
 */
function perform(
  { payments, webhooks }: { payments: SandboxPayments; webhooks: Webhooks },
  payment: SandboxPayment,
  action: Action,
): void {
  const end = (state: SandboxPayment['state']) => {
    if (canEnd(payment)) payments.change(payment, { state });
  };
  const endRefunds = (state: 'done' | 'failed') => {
    const refunds = payment.refunds?.map((one) => (one.state === 'pending' ? { ...one, state } : one));
    payments.change(payment, { refundsBecome: state, ...(refunds && { refunds }) });
    webhooks.send(payment);
  };
  const does: Record<Action, () => void> = {
    pay() {
      end('paid');
      webhooks.send(payment);
    },
    fail() {
      end('failed');
      webhooks.send(payment);
    },
    cancel() {
      end('cancelled');
      webhooks.send(payment);
    },
    later() {
      setTimeout(() => does.pay(), LATER_MS).unref();
    },
    twice() {
      end('paid');
      const event = webhooks.send(payment);
      for (const delayMs of [50, 100, 1_000, 3_000]) webhooks.send(payment, { event, delayMs });
    },
    reorder() {
      // The news of the failure is on its way for longer than that of the payment after it.
      webhooks.send(payment, { delayMs: OUT_OF_ORDER_MS });
      end('paid');
      webhooks.send(payment);
    },
    silent() {
      end('paid');
    },
    short() {
      if (canEnd(payment)) payments.change(payment, { amountCents: payment.amountCents - 1 });
      does.pay();
    },
    refundWaits() {
      payments.change(payment, { refundsBecome: 'pending' });
    },
    refundDone() {
      endRefunds('done');
    },
    refundFails() {
      endRefunds('failed');
    },
  };
  does[action]();
}
