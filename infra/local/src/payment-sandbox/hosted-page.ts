import type { PaymentMethod } from '@heartline/contracts';
import { type Html, html } from '../pages/html.ts';
import { page } from '../pages/page.ts';
import { ACTIONS, type Action } from './actions.ts';
import type { SandboxPayment } from './book.ts';
import { money, servedBy, stateChip } from './payment-facts.ts';

/** The step of a payer on the page of one way to pay. Nothing on it is real, and nothing real may be entered. */
interface Step {
  title: string;
  /** The words that stand instead of fields. */
  shows(payment: SandboxPayment): Html;
  /** Actions besides paying and cancelling. */
  more?: readonly Action[];
  /** True if the payer may confirm with their bank first. */
  hasChallenge?: true;
}

const BANKS = ['Sandbank', 'Bank of Examples', 'Pretend Bank'] as const;

const banks = () =>
  html`<p>Your bank</p><div class="actions">${BANKS.map(
    (name, index) =>
      html`<label class="button" style="grid-auto-flow:column;gap:8px"><input type="radio" name="bank" value="${name}"${index === 0 && html` checked`}> ${name}</label>`,
  )}</div>`;

const bank = (title: string): Step => ({ title, shows: banks });

const said = (text: string) => () => html`<p>${text}</p>`;

const card = (title: string): Step => ({
  title,
  shows: said('A pretend card that ends in 4242 is on file. This page asks for no number.'),
  hasChallenge: true,
});

const STEPS: Readonly<Record<PaymentMethod, Step>> = {
  creditcard: card('Card'),
  nexi: card('Nexi XPay'),
  applepay: { title: 'Apple Pay', shows: said('A real device would ask for a finger or a face now.') },
  ideal: bank('iDEAL | Wero'),
  eps: bank('eps'),
  bancontact: bank('Bancontact'),
  prezelewy24: bank('Przelewy24'),
  giropay: bank('giropay'),
  sofort: { ...bank('Sofort'), more: ['submit', 'arrive'] },
  blik: {
    title: 'BLIK',
    shows: said('The code in the pretend banking app is 777 123, and it is entered already.'),
  },
  paypal: { title: 'PayPal', shows: said('Signed in as payer@sandbox.example.') },
  paysafecard: {
    title: 'paysafecard',
    shows: said('A pretend voucher that covers the amount is entered already.'),
  },
  sdd: {
    title: 'SEPA Direct Debit',
    shows: said(
      'The pretend account that ends in 4300 allows this debit. The money takes days; press a button for each step.',
    ),
    more: ['submit', 'collected'],
  },
  sct: { title: 'Bank transfer', shows: transferOf, more: ['submit'] },
};

function transferOf({ transfer, amountCents, currency }: SandboxPayment): Html {
  if (!transfer) return html`<p>The payer transfers the money from their own bank.</p>`;
  const { holder, iban, bic, reference } = transfer;
  return html`<p>The payer transfers ${money(amountCents, currency)} to ${holder}, <code>${iban}</code>
    (<code>${bic}</code>), reference <code>${reference}</code>.</p>`;
}

const BAD_DAYS: readonly Action[] = [
  'later',
  'twice',
  'reorder',
  'silent',
  'unsigned',
  'old',
  'fail',
  'short',
  'partial',
  'over',
  'misread',
  'abroad',
  'expire',
  'late',
  'again',
  'forgetKey',
];
const MONEY_BACK: readonly Action[] = [
  'refundWaits',
  'refundDone',
  'refundFails',
  'refundBounces',
  'inquiry',
  'inquiryEnds',
  'disputed',
  'disputeLost',
  'disputeWon',
];

/** A bank returns a debit within eight weeks, before or after it was paid. */
const RETURNS: readonly Action[] = ['noFunds', 'accountClosed', 'refusedByDebtor'];

function button(action: Action, how: { label?: string; look?: string } = {}): Html {
  const { label = ACTIONS[action], look = '' } = how;
  return html`<button class="${look}" name="action" value="${action}">${label}</button>`;
}

/** The page that a payer meets: what is bought, one main action, and the bad days below it. */
export function hostedPage(payment: SandboxPayment): string {
  if (payment.isClosed) return closedPage(payment);
  if (payment.debit) return debitPage(payment, payment.debit);
  const { amountCents, currency, description, reference, method } = payment;
  const price = money(amountCents, currency);
  const { title, shows, more = [], hasChallenge } = STEPS[method];
  const isTransfer = method === 'sct';
  const main = isTransfer
    ? button('arrive', { look: 'main' })
    : button('pay', { label: `Pay ${price}`, look: 'main' });
  const challenge =
    hasChallenge && html`<a class="button" href="/pay/${payment.id}/3ds">Pay with 3-D Secure</a>`;
  const body = html`<div style="max-width:520px;margin:0 auto">
    <section class="card"><span class="quiet small">Sandbox: no money moves</span>
      <h1 style="margin-top:8px">${description}</h1>
      <p class="price">${price}</p>
      <p class="quiet">${title}, served by ${servedBy(payment)}. One payment, no subscription. Reference <code>${reference}</code> ${stateChip(payment)}</p>
      <form method="post">${shows(payment)}<div class="actions" style="margin-top:16px">${main}${challenge}${more.map((action) => button(action))}${button('cancel')}</div></form></section>
    ${method === 'sdd' && buttons('Returned debits', RETURNED, RETURNS)}
    ${buttons('On a bad day', 'What real providers do now and then.', BAD_DAYS)}
    ${buttons('Money back', refundedSoFar(payment), MONEY_BACK)}</div>`;
  return page({ title: `Pay ${price}`, body });
}

const RETURNED = 'Before it was paid the debit fails. Afterwards the bank takes the money back.';

/** A debit that the shop took by a mandate: nobody pays here, but banks act on it. */
function debitPage(
  payment: SandboxPayment,
  { iban, collectOn }: NonNullable<SandboxPayment['debit']>,
): string {
  const { amountCents, currency, description, reference } = payment;
  const price = money(amountCents, currency);
  const body = html`<div style="max-width:520px;margin:0 auto">
    <section class="card"><span class="quiet small">Sandbox: no money moves</span>
      <h1 style="margin-top:8px">${description}</h1>
      <p class="price">${price}</p>
      <p class="quiet">Direct debit of the account that ends in <code>${iban.slice(-4)}</code>, announced for ${collectOn}, served by ${servedBy(payment)}. Reference <code>${reference}</code> ${stateChip(payment)} ${payment.failure}</p>
      <form method="post"><div class="actions" style="margin-top:16px">${button('collected', { look: 'main' })}</div></form></section>
    ${buttons('Returned debits', RETURNED, RETURNS)}
    ${buttons('Money back', refundedSoFar(payment), MONEY_BACK)}
    <p><a href="/">All payments</a></p></div>`;
  return page({ title: `Debit of ${price}`, body });
}

function buttons(title: string, words: string, actions: readonly Action[]): Html {
  return html`<section><h2>${title}</h2><p class="quiet small">${words}</p>
    <form method="post"><div class="actions">${actions.map((action) => button(action))}</div></form></section>`;
}

function closedPage({ description, returnUrl }: SandboxPayment): string {
  const body = html`<section class="card"><h1>${description}</h1>
    <p>The shop closed this payment: another one was begun instead. Nothing can be paid here.</p>
    <p><a href="${returnUrl}">Back to the shop</a></p></section>`;
  return page({ title: 'Closed', body });
}

/** The step at the payer’s bank: 3-D Secure asks whether it is them. */
export function challengePage(payment: SandboxPayment): string {
  if (payment.isClosed) return closedPage(payment);
  const price = money(payment.amountCents, payment.currency);
  const body = html`<div style="max-width:520px;margin:0 auto"><section class="card">
    <span class="quiet small">Sandbank · 3-D Secure</span>
    <h1 style="margin-top:8px">Is it you who pays ${price}?</h1>
    <p class="quiet">On the statement: ${payment.statement || payment.description}</p>
    <form method="post" action="/pay/${payment.id}"><div class="actions">
      ${button('pay', { label: 'Yes, it is me', look: 'main' })}${button('fail', { label: 'No' })}</div></form></section></div>`;
  return page({ title: '3-D Secure', body });
}

function refundedSoFar({ refunds, disputes, currency }: SandboxPayment): string {
  const back = refunds.map(({ amountCents, state }) => `${money(amountCents, currency)} ${state}`);
  const taken = disputes.map(({ cents, state }) => `bank: ${money(cents, currency)} ${state}`);
  return (
    [...back, ...taken].join(' · ') || 'No refund yet. They go through at once unless told otherwise here.'
  );
}
