import { type Html, html } from '../pages/html.ts';
import { empty, type Places, page, time } from '../pages/page.ts';
import type { SandboxPayment } from './book.ts';
import type { SandboxAccount } from './dialects/dialect.ts';
import { money, servedBy, stateChip } from './payment-facts.ts';
import { TROUBLES, type Trouble } from './troubles.ts';

interface Listed {
  payments: readonly SandboxPayment[];
  accounts: readonly SandboxAccount[];
  troubleOf(account: string): Trouble | undefined;
  places: Places | undefined;
}

/** Every payment with what became of its webhooks, and the accounts with their troubles. */
export function listPage({ payments, accounts, troubleOf, places }: Listed): string {
  const rows = payments.map(
    (
      payment,
    ) => html`<tr><td>${payment.description}<br><code>${payment.id}</code></td><td class="small">${payment.method}<br>${servedBy(payment)}</td>
      <td class="num">${money(payment.amountCents, payment.currency)}</td>
      <td>${stateChip(payment)}</td><td class="num small">${time(payment.createdAt)}</td>
      <td class="small">${payment.webhooks.map(({ status }) => html`<span class="chip ${status === 200 ? 'good' : 'bad'}">${status}</span> `)}</td>
      <td><a href="/pay/${payment.id}">Open</a></td></tr>`,
  );
  const table = html`<div class="scroll"><table><thead><tr><th>What</th><th>By</th><th>Amount</th><th>State</th><th>Opened</th><th>Webhooks</th><th></th></tr></thead><tbody>${rows}</tbody></table></div>`;
  const body = html`<h1>Payments</h1><p class="quiet">The pretend payment providers. Their word is what the site believes, whatever a browser says.</p>
    <section>${payments.length > 0 ? table : empty('No payment yet. Buy a credit pack on the site and pay it here.')}</section>
    <section><h2>Accounts</h2><p class="quiet small">Let the API of one account misbehave. The others go on.</p>
    ${accounts.map((account) => accountForm(account, troubleOf(account.name)))}</section>`;
  return page({ title: 'Payments', body, places, current: 'payments', refreshSeconds: 5 });
}

function accountForm({ name, dialect }: SandboxAccount, now: Trouble | undefined): Html {
  const troubles = Object.entries(TROUBLES).map(([trouble, label]) =>
    trouble === now
      ? html`<strong class="chip bad">${label}</strong>`
      : html`<button name="trouble" value="${trouble}">${label}</button>`,
  );
  const well = now && html`<button class="main" name="trouble" value="">Work again</button>`;
  return html`<div class="card" style="margin-bottom:16px"><h3>${servedBy({ account: name, dialect })}</h3>
    <form method="post" action="/accounts/${name}"><div class="actions">${well}${troubles}</div></form></div>`;
}
