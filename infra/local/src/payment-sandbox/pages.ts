import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Places, sendPage } from '../pages/page.ts';
import { ACTIONS, type Action } from './actions.ts';
import type { Book, SandboxPayment } from './book.ts';
import type { SandboxAccount } from './dialects/dialect.ts';
import { challengePage, hostedPage } from './hosted-page.ts';
import { listPage } from './list-page.ts';
import { TROUBLES, type Trouble, type Troubles } from './troubles.ts';

interface PageParts {
  book: Book;
  perform(payment: SandboxPayment, action: Action): void;
  accounts: readonly SandboxAccount[];
  troubles: Troubles;
  places: Places | undefined;
}

/** The pages a payer pays on, and the list of payments and accounts for people who try things. */
export function addPages(app: FastifyInstance, parts: PageParts): void {
  const { book, perform } = parts;
  addList(app, parts);
  const show = (path: string, draw: (payment: SandboxPayment) => string) =>
    app.get<{ Params: { id: string } }>(path, async ({ params }, reply) => {
      const payment = book.find(params.id);
      return payment ? sendPage(reply, draw(payment)) : notFound(reply);
    });
  show('/pay/:id', hostedPage);
  show('/pay/:id/3ds', challengePage);
  app.post<{ Params: { id: string }; Body: { action?: string } }>(
    '/pay/:id',
    async ({ params, body }, reply) => {
      const payment = book.find(params.id);
      if (!payment) return notFound(reply);
      if (body.action && Object.hasOwn(ACTIONS, body.action)) perform(payment, body.action as Action);
      return reply.redirect(payment.returnUrl, 303);
    },
  );
}

function addList(app: FastifyInstance, { book, accounts, troubles, places }: PageParts): void {
  app.get('/', async (_request, reply) =>
    sendPage(reply, listPage({ payments: book.list(), accounts, troubleOf: troubles.of, places })),
  );
  app.post<{ Params: { name: string }; Body: { trouble?: string } }>(
    '/accounts/:name',
    async ({ params, body }, reply) => {
      const account = accounts.find(({ name }) => name === params.name);
      const { trouble = '' } = body;
      if (account)
        troubles.set(account.name, Object.hasOwn(TROUBLES, trouble) ? (trouble as Trouble) : undefined);
      return reply.redirect('/', 303);
    },
  );
}

function notFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).type('text/plain').send('There is no such payment.');
}
