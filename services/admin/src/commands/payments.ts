import { type Command, InvalidArgumentError } from 'commander';
import { type Admin, done } from '../admin.ts';
import { table, time } from '../print/table.ts';
import { limitOption } from './how-many.ts';

const priceOf = ({ priceCents, currency }: { priceCents: number; currency: string }) =>
  `${(priceCents / 100).toFixed(2)} ${currency}`;

/** An amount as a person types it, in cents. */
function centsOf(typed: string): number {
  if (/^\d{1,7}([.,]\d{1,2})?$/.test(typed)) return Math.round(Number(typed.replace(',', '.')) * 100);
  throw new InvalidArgumentError('It takes an amount such as 19.98, without the currency.');
}

/** `admin payments`: payments that wait for a person, since another amount was paid than was ordered. */
export function addPaymentCommands(program: Command, admin: Admin): void {
  const payments = program.command('payments').description('Payments held for a person: list, accept');
  payments
    .command('list')
    .addOption(limitOption(100))
    .description('Who ordered what at which price, the oldest first')
    .action(async ({ limit }: { limit: number }) => {
      const core = await admin.core();
      const found = await core.payments.heldPayments(limit);
      const rows = found.map((payment) => ({
        at: time(payment.createdAt),
        payment: payment._id,
        member: payment.member,
        credits: payment.credits,
        ordered: priceOf(payment),
        provider: payment.providerId,
      }));
      admin.show(found, table(rows, 'No payment waits.'));
    });
  payments
    .command('accept')
    .argument('<payment>', 'the id of the payment')
    .requiredOption('--paid <amount>', 'what the provider says was paid, such as 19.98', centsOf)
    .requiredOption('--reason <text>', 'why, for the audit log')
    .description(
      'Gives what was ordered for what was paid, unless you gave it back at the provider; the member hears at once',
    )
    .action(async (id: string, { paid, reason }: { paid: number; reason: string }) => {
      const what = { act: 'payment.accept', target: id, reason, detail: { paidCents: paid } };
      const payment = await admin.act(what, async (core) =>
        done(await core.payments.acceptPayment(id, paid)),
      );
      admin.show(payment, `${payment.credits} credits are given for ${priceOf(payment)}.`);
    });
}
