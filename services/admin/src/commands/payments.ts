import type { Core } from '@heartline/core';
import { type Command, InvalidArgumentError } from 'commander';
import { type Admin, done, required, Unable } from '../admin.ts';
import { money } from '../print/money.ts';
import { table, time } from '../print/table.ts';
import { theMember } from './find-member.ts';
import { findPayments } from './find-payments.ts';
import { limitOption } from './how-many.ts';

const priceOf = ({ priceCents, currency }: { priceCents: number; currency: string }) =>
  money(priceCents, currency);

/** An amount as a person types it, in cents. */
function centsOf(typed: string): number {
  if (/^\d{1,7}([.,]\d{1,2})?$/.test(typed)) return Math.round(Number(typed.replace(',', '.')) * 100);
  throw new InvalidArgumentError('It takes an amount such as 19.98, without the currency.');
}

/** `admin payments`: single payments, those that wait for a person, and refunds for members. */
export function addPaymentCommands(program: Command, admin: Admin): void {
  const payments = program
    .command('payments')
    .description(
      'Payments: find, close; held for a person: list, accept, return; refunds: refundable, refund',
    );
  payments
    .command('find')
    .argument(
      '<what>',
      'id of a payment here or at its provider, or of a member, an e-mail address or a name',
    )
    .description('Payments and strays, with their account and state')
    .action((what: string) => findPayments(admin, what));
  addHeld(payments, admin);
  addEnding(payments, admin);
  addRefunds(payments, admin);
}

function addHeld(payments: Command, admin: Admin): void {
  payments
    .command('list')
    .addOption(limitOption(100))
    .description(
      'Held payments, and debits on trust without a word of their bank for 90 days; the oldest first',
    )
    .action(async ({ limit }: { limit: number }) => {
      const core = await admin.core();
      const held = await core.payments.heldPayments(limit);
      const found = [...held, ...(await core.payments.overdueDebits(limit))];
      const rows = found.map((payment) => ({
        at: time(payment.createdAt),
        payment: payment._id,
        waits: payment.state === 'review' ? 'review' : 'debit',
        member: payment.member,
        credits: payment.credits,
        ordered: priceOf(payment),
        came: payment.receivedCents === undefined ? '' : money(payment.receivedCents, payment.currency),
        account: payment.account,
        provider: payment.providerId,
      }));
      admin.show(found, table(rows, 'No payment waits.'));
    });
  payments
    .command('accept')
    .argument('<payment>', 'the id of the payment')
    .requiredOption('--paid <amount>', 'what the provider says was paid, such as 19.98', centsOf)
    .requiredOption('--reason <text>', 'why, for the audit log')
    .description('Gives what was ordered for what was paid, unless it went back; the member is told at once')
    .action(async (id: string, { paid, reason }: { paid: number; reason: string }) => {
      const what = { act: 'payment.accept', target: id, reason, detail: { paidCents: paid } };
      const payment = await admin.act(what, async (core) =>
        done(await core.payments.acceptPayment(id, paid)),
      );
      admin.show(payment, `${payment.credits} credits are given for ${priceOf(payment)}.`);
    });
}

/** Adds the acts that end a payment without credits. */
function addEnding(payments: Command, admin: Admin): void {
  const ends = [
    {
      name: 'return',
      description: 'Gives a held payment back at its provider, whole, and ends it without credits',
      act: 'payment.return',
      run: (core: Core, id: string, byHand: boolean) => core.payments.returnPayment(id, { byHand }),
    },
    {
      name: 'close',
      description: 'Closes an unpaid payment at its provider, so that nobody can pay it any more',
      act: 'payment.close',
      run: (core: Core, id: string, _byHand: boolean) => core.payments.closePayment(id),
    },
  ] as const;
  for (const { name, description, act, run } of ends) {
    const command = payments
      .command(name)
      .argument('<payment>', 'the id of the payment')
      .requiredOption('--reason <text>', 'why, for the audit log')
      .description(description)
      .action(async (id: string, { reason, byHand = false }: { reason: string; byHand?: boolean }) => {
        const what = { act, target: id, reason, ...(byHand && { detail: { byHand } }) };
        const payment = await admin.act(what, async (core) => done(await run(core, id, byHand)));
        const why = payment.reason === null ? '' : ` (${payment.reason})`;
        const waits = payment.decision ? ' It ends when the provider has given all of it back.' : '';
        admin.show(payment, `The payment ${id} over ${priceOf(payment)} is ${payment.state}${why}.${waits}`);
      });
    if (name === 'return')
      command.option('--by-hand', 'sends nothing: you returned the money outside the provider');
  }
}

const WHO = 'id, e-mail address or name';

/** Adds the refunds that members request themselves, for members who can’t sign in any more. */
function addRefunds(payments: Command, admin: Admin): void {
  payments
    .command('refundable')
    .argument('<who>', WHO)
    .option('--late', LATE)
    .description('What can be refunded of a member’s payments, also where the account is closed')
    .action(async (who: string, { late = false }: { late?: boolean }) => {
      const core = await admin.core();
      const { id: member, site } = await theMember(core, who);
      const { offers } = await core.payments.getRefund({ member, site }, { late });
      const rows = offers.map(({ payment, credits, cents, currency, until, endsPremium }) => ({
        payment,
        credits,
        amount: money(cents, currency),
        until: time(until),
        premium: endsPremium ? 'ends' : 'stays',
      }));
      admin.show(offers, table(rows, 'Nothing can be refunded.'));
    });
  payments
    .command('refund')
    .argument('<who>', WHO)
    .argument('<payment>', 'the id of the payment')
    .requiredOption('--amount <amount>', 'what goes back, as “refundable” has it', centsOf)
    .requiredOption('--reason <text>', 'why, for the audit log')
    .option('--late', LATE)
    .option('--by-hand', 'takes the credits out and asks no provider: you pay, then “refunds handled --paid”')
    .description('Refunds the unspent credits of one payment, as the member could; a receipt is mailed')
    .action((who: string, payment: string, options: RefundOptions) =>
      refund(admin, { who, payment, ...options }),
    );
}

const LATE = 'also after the period, as for a statement that came in time';

interface RefundOptions {
  amount: number;
  reason: string;
  late?: boolean;
  byHand?: boolean;
}

async function refund(
  admin: Admin,
  { who, payment, amount, reason, ...by }: { who: string; payment: string } & RefundOptions,
): Promise<void> {
  const { id: member, site } = await theMember(await admin.core(), who);
  const what = { act: 'payment.refund', target: member, reason, detail: { payment, cents: amount, ...by } };
  const made = await admin.act(what, async ({ payments }) => {
    const { offers } = await payments.getRefund({ member, site }, by);
    const offer = required(
      offers.find((one) => one.payment === payment),
      'Nothing of this payment can be refunded.',
    );
    const { turn, credits, cents, currency, endsPremium } = offer;
    const differs = `${money(cents, currency)} can be refunded, not ${(amount / 100).toFixed(2)}.`;
    required(cents === amount, differs);
    const asked = await payments.startRefund(
      { member, site },
      { payment, turn, credits, cents, endsPremium },
      by,
    );
    if (!asked.ok)
      throw new Unable(`It was not refunded (${asked.refusal.code}): look again, and repeat it.`);
    return asked.value.refund;
  });
  const { cents, currency, credits, state } = made;
  admin.show(made, `${money(cents, currency)} go back for ${credits} credits: ${state}.`);
}
