import type { Command } from 'commander';
import type { Admin } from '../admin.ts';
import { money } from '../print/money.ts';
import { table, time } from '../print/table.ts';
import { limitOption } from './how-many.ts';

/** `admin debts`: members who owe credits that a bank took back. */
export function addDebtCommands(program: Command, admin: Admin): void {
  program
    .command('debts')
    .description('Members who owe credits, since a bank took the money of an order back')
    .command('list')
    .option('--all', 'also those who still get reminders, on day 7 and day 21')
    .addOption(limitOption(100))
    .description('Who owes what since when; without --all those whom a person has to write to')
    .action(async ({ limit, all = false }: { limit: number; all?: boolean }) => {
      const core = await admin.core();
      const found = await core.payments.debts({ limit, forPerson: !all });
      const rows = found.map(({ member, since, credits, reminders, order }) => ({
        since: time(since),
        member,
        owes: `${credits} credits`,
        payment: order.payment,
        price: money(order.cents, order.currency),
        reminders,
      }));
      admin.show(found, table(rows, all ? 'No member owes anything.' : 'No debt waits for a person.'));
    });
}
