import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Html, html } from '../pages/html.ts';
import { empty, type Places, page, sendPage, time } from '../pages/page.ts';
import { ACTIONS, type Action } from './actions.ts';
import type { Book, SandboxPayment } from './book.ts';
import type { SandboxAccount } from './dialects/dialect.ts';
import type { Troubles } from './troubles.ts';

function price(payment: SandboxPayment): string {
  return (payment.amountCents / 100).toLocaleString('en-GB', {
    style: 'currency',
    currency: payment.currency,
  });
}

const CHIPS: Readonly<Record<SandboxPayment['state'], string>> = {
  open: 'warn',
  pending: 'warn',
  partial: 'warn',
  paid: 'good',
  failed: 'bad',
  cancelled: '',
  expired: '',
};

function state(payment: SandboxPayment): Html {
  return html`<span class="chip ${CHIPS[payment.state]}">${payment.state}</span>`;
}

function refundedSoFar({ refunds }: SandboxPayment): string {
  if (refunds.length === 0) return 'No refund yet. They go through at once unless told otherwise here.';
  return refunds.map(({ amountCents, state }) => `${(amountCents / 100).toFixed(2)} ${state}`).join(' · ');
}

/** The hosted page: what is bought, the amount, one main action, and the bad days below it. */
export function checkoutPage(payment: SandboxPayment): string {
  const button = (action: keyof typeof ACTIONS, look = '') =>
    html`<button class="${look}" name="action" value="${action}">${action === 'pay' ? `Pay ${price(payment)}` : ACTIONS[action]}</button>`;
  if (payment.isClosed) {
    const closed = html`<section class="card"><h1>${payment.description}</h1>
      <p>The shop closed this payment: another one was begun instead. Nothing can be paid here.</p>
      <p><a href="${payment.returnUrl}">Back to the shop</a></p></section>`;
    return page({ title: 'Closed', body: closed });
  }
  const body = html`<div style="max-width:520px;margin:0 auto">
    <section class="card"><span class="quiet small">Sandbox: no money moves</span>
      <h1 style="margin-top:8px">${payment.description}</h1>
      <p class="price">${price(payment)}</p>
      <p class="quiet">One payment, no subscription. Reference <code>${payment.reference}</code> ${state(payment)}</p>
      <form method="post"><div class="actions">${button('pay', 'main')}${button('cancel')}</div></form></section>
    <section><h2>On a bad day</h2><p class="quiet small">What real providers do now and then.</p>
      <form method="post"><div class="actions">${(['later', 'twice', 'reorder', 'silent', 'fail', 'short'] as const).map((action) => button(action))}</div></form>
    </section>
    <section><h2>Money back</h2><p class="quiet small">${refundedSoFar(payment)}</p>
      <form method="post"><div class="actions">${(['refundWaits', 'refundDone', 'refundFails'] as const).map((action) => button(action))}</div></form>
    </section></div>`;
  return page({ title: `Pay ${price(payment)}`, body });
}

interface PageParts {
  book: Book;
  perform(payment: SandboxPayment, action: Action): void;
  accounts: readonly SandboxAccount[];
  troubles: Troubles;
  places: Places | undefined;
}

/** The page a customer pays on, and the list of what was paid. */
export function addPages(app: FastifyInstance, { book, perform, places }: PageParts): void {
  app.get('/', async (_request, reply) => sendPage(reply, listPage(book.list(), places)));
  app.get<{ Params: { id: string } }>('/pay/:id', async ({ params }, reply) => {
    const payment = book.find(params.id);
    return payment ? sendPage(reply, checkoutPage(payment)) : notFound(reply);
  });
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

function notFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).type('text/plain').send('There is no such payment.');
}

/** Every payment with what became of its webhooks. */
export function listPage(payments: readonly SandboxPayment[], places: Places | undefined): string {
  const rows = payments.map(
    (
      payment,
    ) => html`<tr><td>${payment.description}<br><code>${payment.id}</code></td><td class="num">${price(payment)}</td>
      <td>${state(payment)}</td><td class="num small">${time(payment.createdAt)}</td>
      <td class="small">${payment.webhooks.map(({ status }) => html`<span class="chip ${status === 200 ? 'good' : 'bad'}">${status}</span> `)}</td>
      <td><a href="/pay/${payment.id}">Open</a></td></tr>`,
  );
  const table = html`<div class="scroll"><table><thead><tr><th>What</th><th>Amount</th><th>State</th><th>Opened</th><th>Webhooks</th><th></th></tr></thead><tbody>${rows}</tbody></table></div>`;
  const body = html`<h1>Payments</h1><p class="quiet">The pretend payment provider. Its word is what the site believes, whatever a browser says.</p>
    ${payments.length > 0 ? table : empty('No payment yet. Buy a credit pack on the site and pay it here.')}`;
  return page({ title: 'Payments', body, places, current: 'payments', refreshSeconds: 5 });
}
