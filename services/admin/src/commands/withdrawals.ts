import type { Command } from 'commander';
import { type Admin, done } from '../admin.ts';
import { table, time } from '../print/table.ts';
import { limitOption } from './how-many.ts';

/** `admin withdrawals`: statements from people who could not log in, where the purchase was not found or is locked. */
export function addWithdrawalCommands(program: Command, admin: Admin): void {
  const withdrawals = program
    .command('withdrawals')
    .description('Withdrawal statements that a person has to look at; they count from the moment they came');
  withdrawals
    .command('list')
    .addOption(limitOption(100))
    .description('Who withdraws from which receipt, the oldest first')
    .action(async ({ limit }: { limit: number }) => {
      const core = await admin.core();
      const found = await core.payments.waitingWithdrawals(limit);
      const rows = found.map(({ _id, at, site, number, email, name, why, payment }) => ({
        id: _id,
        at: time(at),
        site,
        receipt: number,
        email,
        name,
        why,
        payment,
      }));
      admin.show(found, table(rows, 'No withdrawal waits.'));
    });
  withdrawals
    .command('handled')
    .argument('<id>', 'its id, as “list” has it')
    .requiredOption('--reason <text>', 'what you did, for the audit log')
    .description('Takes it off the list, after you refunded or answered')
    .action(async (id: string, { reason }: { reason: string }) => {
      const act = { act: 'withdrawal.handled', target: id, reason };
      const statement = await admin.act(act, async (core) => done(await core.payments.handleWithdrawal(id)));
      admin.show(statement, `The withdrawal from receipt ${statement.number} is off the list.`);
    });
}
