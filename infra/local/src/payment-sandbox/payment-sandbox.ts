import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Places } from '../pages/page.ts';
import { createPageServer, listen } from '../pages/server.ts';
import { type Action, createActions } from './actions.ts';
import { type Book, createBook, type SandboxPayment } from './book.ts';
import type { Dialect, DialectTools, SandboxAccount } from './dialects/dialect.ts';
import { DIALECTS } from './dialects/index.ts';
import { addPages } from './pages.ts';
import { createRequestCheck, type RequestCheck } from './request-check.ts';
import { AnswerLost, createTroubles, misbehave, type Trouble, type Troubles } from './troubles.ts';
import { createWebhooks, newEvent, type Webhooks } from './webhooks.ts';

/** Banks say within this time whether they pay a debit. */
const BANKS_ANSWER_MS = 14 * 86_400_000;

export interface PaymentSandbox {
  /** Origin of its API and pages. */
  origin: string;
  /** Every payment, the newest first. */
  list(): SandboxPayment[];
  find(id: string): SandboxPayment | undefined;
  /** Does what a button of the hosted page does. */
  act(id: string, action: Action): void;
  /** Lets the API of one account misbehave until it is called without a trouble. */
  trouble(account: string, trouble?: Trouble): void;
  /** Names the shop’s origin to the dialects in which a webhook’s address belongs to the account. */
  sendWebhooksTo(origin: string): void;
  stop(): Promise<void>;
}

export interface PaymentSandboxOptions {
  port?: number;
  accounts: readonly SandboxAccount[];
  /** Keeps payments through a restart. */
  file?: string;
  now?: () => number;
  places?: Places;
  /** Address of stripe-mock, for tests. It checks each request of the Stripe dialect; `stop` throws if it refused one. */
  stripeMock?: (() => Promise<string>) | undefined;
}

/** Starts a pretend payment provider: the APIs a shop calls, the pages a payer pays on, and their webhooks. */
export async function startPaymentSandbox(options: PaymentSandboxOptions): Promise<PaymentSandbox> {
  const now = options.now ?? Date.now;
  const accounts = options.accounts.map((account) => ({ ...account }));
  const book = createBook({ file: options.file, now });
  const webhooks = createWebhooks({
    book,
    now,
    write(payment, event, how) {
      const account = accounts.find(({ name }) => name === payment.account);
      const dialect = DIALECTS.find(({ name }) => name === payment.dialect);
      return account && dialect?.webhook({ payment, event, account, ...how });
    },
  });
  const stripeCheck = options.stripeMock && createRequestCheck(options.stripeMock);
  const troubles = createTroubles();
  const perform = createActions({ book, webhooks, now });
  const app = createPageServer();
  for (const dialect of DIALECTS) {
    await app.register(
      async (api) => addDialect(api, dialect, { accounts, book, webhooks, troubles, now, stripeCheck }),
      {
        prefix: `${dialect.base}${dialect.version}`,
      },
    );
  }
  addPages(app, { book, perform, accounts, troubles, places: options.places });
  const origin = await listen(app, options.port ?? 0);
  return {
    origin,
    list: book.list,
    find: book.find,
    act(id, action) {
      const payment = book.find(id);
      if (payment) perform(payment, action);
    },
    trouble: troubles.set,
    sendWebhooksTo(shop) {
      for (const account of accounts)
        account.webhookUrl = `${shop}/api/payment-webhook.php?account=${account.name}`;
    },
    async stop() {
      webhooks.stop();
      await app.close();
      await book.saved();
      stripeCheck?.throwIfRefused();
    },
  };
}

interface Parts {
  accounts: readonly SandboxAccount[];
  book: Book;
  webhooks: Webhooks;
  troubles: Troubles;
  now(): number;
  stripeCheck: RequestCheck | undefined;
}

/** The API of one dialect: the key first, then the account’s trouble, then the call. */
function addDialect(app: FastifyInstance, dialect: Dialect, parts: Parts): void {
  const { accounts, troubles } = parts;
  const callers = new WeakMap<FastifyRequest, SandboxAccount>();
  app.addHook('onRequest', async (request, reply) => {
    const key = dialect.keyOf(request.headers);
    const account = accounts.find((one) => one.dialect === dialect.name && one.key === key);
    if (!account) return reply.code(401).send(dialect.failure(401));
    callers.set(request, account);
    return misbehave(troubles.of(account.name), dialect, request, reply);
  });
  app.setErrorHandler((error, request, reply): FastifyReply => {
    if (!(error instanceof AnswerLost)) throw error;
    if (error.how === 500) return reply.code(500).send(dialect.failure(500));
    request.raw.socket.destroy();
    return reply.hijack();
  });
  dialect.addApi(
    app,
    toolsOf(dialect, parts, (request) => callers.get(request) as SandboxAccount),
  );
}

function toolsOf(
  { name: dialect }: Dialect,
  { book, webhooks, troubles, now, stripeCheck }: Parts,
  accountOf: DialectTools['accountOf'],
): DialectTools {
  const ownerOf = (request: FastifyRequest) => ({ dialect, account: accountOf(request).name });
  const open: DialectTools['open'] = (request, key, order) => {
    const owner = ownerOf(request);
    const payment = book.open(owner, key, order);
    troubles.afterOpen(owner.account, key);
    return payment;
  };
  return {
    book,
    now,
    stripeCheck,
    accountOf,
    open,
    debit: (request, key, { mandate, collectOn, ...order }) =>
      open(request, key, {
        ...order,
        method: 'sdd',
        state: 'pending',
        // Only a person who tries things opens its page, and they return to the list.
        returnUrl: '/',
        expiresAt: Date.parse(collectOn) + BANKS_ANSWER_MS,
        debit: { mandate: mandate.id, iban: mandate.iban, collectOn },
      }),
    find(request, id) {
      const payment = book.find(id);
      const { account } = ownerOf(request);
      if (payment?.account !== account || payment.dialect !== dialect) return undefined;
      const isOver = payment.state === 'open' && payment.expiresAt !== null && payment.expiresAt <= now();
      if (isOver) book.change(payment, { state: 'expired' });
      return payment;
    },
    close(payment) {
      if (payment.state === 'paid' || payment.state === 'pending' || payment.state === 'partial')
        return false;
      if (payment.isClosed) return true;
      book.change(payment, { state: 'cancelled', isClosed: true });
      webhooks.send(payment);
      return true;
    },
    refund(payment, key, amountCents) {
      const refund = book.refund(payment, key, amountCents);
      if (refund) webhooks.send(payment, { event: newEvent('refund') });
      return refund;
    },
    pageOf: ({ headers }, { id }) => `http://${headers.host ?? '127.0.0.1'}/pay/${id}`,
  };
}
