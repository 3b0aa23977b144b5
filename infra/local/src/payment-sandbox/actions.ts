import type { ProviderDispute } from '@heartline/platform';
import { type Book, newId, type SandboxOrder, type SandboxPayment, type SandboxRefund } from './book.ts';
import { newEvent, type WebhookManner, type Webhooks } from './webhooks.ts';

/** Actions on a payment: those of the payer, and faults of real providers. */
export const ACTIONS = {
  pay: 'Pay',
  fail: 'Let it fail',
  cancel: 'Cancel',
  submit: 'Confirm, the money is on its way',
  arrive: 'The money arrives',
  collected: 'The debit is collected',
  noFunds: 'Debit returned: no funds (AM04)',
  accountClosed: 'Debit returned: account closed (AC04)',
  refusedByDebtor: 'Debit returned: refused by the debtor (MD01)',
  later: 'Pay, confirmed in 20 s',
  twice: 'Pay, webhook five times',
  reorder: 'Pay, webhooks in the wrong order',
  silent: 'Pay, webhook lost',
  unsigned: 'Pay, webhook not signed',
  old: 'Pay, webhook signed an hour ago',
  short: 'Pay one cent less',
  partial: 'Half of the money arrives',
  over: 'Five more than ordered arrive',
  misread: 'The money arrives under a wrong reference',
  abroad: 'Pay from a bank in another country',
  expire: 'Let it expire',
  late: 'Let it expire, paid afterwards',
  again: 'Pay a second checkout of the same order',
  forgetKey: 'Forget the key it was opened under',
  refundWaits: 'Let refunds wait',
  refundDone: 'Pay waiting refunds out',
  refundFails: 'Let refunds fail',
  refundBounces: 'Let finished refunds come back',
  inquiry: 'The bank asks about the payment',
  inquiryEnds: 'The bank asks no more',
  disputed: 'The bank takes the money back',
  disputeLost: 'The bank keeps it for good',
  disputeWon: 'The bank gives it back again',
} as const;

export type Action = keyof typeof ACTIONS;

const LATER_MS = 20_000;
const OUT_OF_ORDER_MS = 2_500;
const MORE_CENTS = 500;

type DisputeState = ProviderDispute['state'];

interface Tools {
  book: Book;
  webhooks: Webhooks;
  now(): number;
}

/** The changes that actions consist of. */
function createMoves({ book, webhooks, now }: Tools) {
  const canEnd = ({ state, isClosed }: SandboxPayment) => state !== 'paid' && !isClosed;

  /** Changes the state, unless the payment was paid or closed by the shop. */
  function end(payment: SandboxPayment, state: SandboxPayment['state'], receivedCents = 0): void {
    if (!canEnd(payment)) return;
    book.change(payment, { state, receivedCents, paidAt: state === 'paid' ? now() : null });
  }

  /** The last dispute of a payment moves on; one that is over is followed by another. */
  function dispute(payment: SandboxPayment, state: DisputeState, reason = 'fraudulent'): void {
    const { receivedCents: cents, currency, disputes } = payment;
    const last = disputes.at(-1);
    const isOver = last?.state === 'closed' || last?.state === 'given-back' || last?.state === 'lost';
    const begins = last === undefined || (isOver && (state === 'taken' || state === 'inquiry'));
    const one = begins ? { id: newId('dis'), cents, currency, reason } : last;
    const others = begins ? disputes : disputes.slice(0, -1);
    book.change(payment, { disputes: [...others, { ...one, state, at: now() }] });
    webhooks.send(payment, { event: newEvent('dispute') });
  }

  return {
    canEnd,
    end,
    /** Ends a payment and sends a webhook, also when nothing changed. */
    ends:
      (state: SandboxPayment['state'], centsOf: (payment: SandboxPayment) => number = () => 0) =>
      (payment: SandboxPayment, manner?: WebhookManner): void => {
        end(payment, state, centsOf(payment));
        webhooks.send(payment, manner);
      },
    endRefunds(payment: SandboxPayment, from: SandboxRefund['state'], state: 'done' | 'failed'): void {
      const refunds = payment.refunds.map((one) => (one.state === from ? { ...one, state } : one));
      book.change(payment, { refunds, ...(from === 'pending' && { refundsBecome: state }) });
      webhooks.send(payment, { event: newEvent('refund') });
    },
    dispute,
    /** The bank returns a debit: before it was paid it fails, afterwards the money goes back. */
    returnDebit(payment: SandboxPayment, reason: string): void {
      if (payment.state === 'paid') {
        dispute(payment, 'taken', reason);
        return;
      }
      if (canEnd(payment)) book.change(payment, { state: 'failed', receivedCents: 0, failure: reason });
      webhooks.send(payment);
    },
  };
}

/** The country of a bank that is not the payer’s. */
const abroadOf = ({ country }: SandboxPayment) => (country === 'AT' ? 'DE' : 'AT');

/** The order behind a payment, as the shop gave it. */
function orderOf(payment: SandboxPayment): SandboxOrder {
  const { amountCents, currency, reference, method, country, description, returnUrl, webhookUrl } = payment;
  const { expiresAt, transfer, extra, statement, locale } = payment;
  const order = { amountCents, currency, reference, method, country, description, returnUrl, webhookUrl };
  return { ...order, expiresAt, extra, statement, locale, ...(transfer && { transfer }) };
}

/** The same order under a reference that no shop has: the payer turned it around. */
function misread(payment: SandboxPayment): SandboxOrder {
  const wrong = [...payment.reference].reverse().join('');
  const extra = Object.entries(payment.extra).map(([name, value]) => [
    name,
    value.replaceAll(payment.reference, wrong),
  ]);
  return { ...orderOf(payment), reference: wrong, extra: Object.fromEntries(extra) };
}

/**
 * Makes the function that does an action. A payment that was paid, or closed by the shop, can't be paid any more; its
 * webhooks may be repeated.
 */
export function createActions(tools: Tools): (payment: SandboxPayment, action: Action) => void {
  const { book, webhooks } = tools;
  const { canEnd, end, ends, endRefunds, dispute, returnDebit } = createMoves(tools);
  const pay = ends('paid', ({ amountCents }) => amountCents);
  const does: Record<Action, (payment: SandboxPayment) => void> = {
    pay,
    fail: ends('failed'),
    cancel: ends('cancelled'),
    submit: ends('pending'),
    arrive: pay,
    collected: pay,
    noFunds: (payment) => returnDebit(payment, 'AM04'),
    accountClosed: (payment) => returnDebit(payment, 'AC04'),
    refusedByDebtor: (payment) => returnDebit(payment, 'MD01'),
    later: (payment) => void setTimeout(pay, LATER_MS, payment).unref(),
    twice(payment) {
      end(payment, 'paid', payment.amountCents);
      const event = webhooks.send(payment);
      for (const delayMs of [50, 100, 1_000, 3_000]) webhooks.send(payment, { event, delayMs });
    },
    reorder(payment) {
      // The webhook of the failure takes longer than that of the payment after it.
      webhooks.send(payment, { delayMs: OUT_OF_ORDER_MS });
      pay(payment);
    },
    silent: (payment) => end(payment, 'paid', payment.amountCents),
    unsigned: (payment) => pay(payment, { isForged: true }),
    old: (payment) => pay(payment, { isOld: true }),
    short(payment) {
      if (canEnd(payment)) book.change(payment, { amountCents: payment.amountCents - 1 });
      pay(payment);
    },
    partial: ends('partial', ({ amountCents }) => Math.floor(amountCents / 2)),
    over: ends('paid', ({ amountCents }) => amountCents + MORE_CENTS),
    misread: (payment) =>
      pay(book.open(payment, newId('misread'), { ...misread(payment), id: `${payment.id}w` })),
    expire: ends('expired'),
    abroad(payment) {
      if (canEnd(payment)) book.change(payment, { payerCountry: abroadOf(payment) });
      pay(payment);
    },
    late(payment) {
      end(payment, 'expired');
      pay(payment);
    },
    again: (payment) =>
      pay(book.open(payment, newId('again'), { ...orderOf(payment), id: `${payment.id}b` })),
    forgetKey: (payment) => book.forgetKeys(payment),
    refundWaits: (payment) => book.change(payment, { refundsBecome: 'pending' }),
    refundDone: (payment) => endRefunds(payment, 'pending', 'done'),
    refundFails: (payment) => endRefunds(payment, 'pending', 'failed'),
    refundBounces: (payment) => endRefunds(payment, 'done', 'failed'),
    inquiry: (payment) => dispute(payment, 'inquiry'),
    inquiryEnds: (payment) => dispute(payment, 'closed'),
    disputed: (payment) => dispute(payment, 'taken'),
    disputeLost: (payment) => dispute(payment, 'lost'),
    disputeWon: (payment) => dispute(payment, 'given-back'),
  };
  return (payment, action) => does[action](payment);
}
