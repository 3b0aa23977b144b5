import type { Command } from 'commander';
import { type Admin, done } from '../admin.ts';
import { money } from '../print/money.ts';
import { table, time } from '../print/table.ts';
import { limitOption } from './how-many.ts';

/** `admin refunds`: money that was sent and came back. */
export function addRefundCommands(program: Command, admin: Admin): void {
  const refunds = program
    .command('refunds')
    .description(
      'Refunds that the bank sent back: the member has the credits again and a right to the money',
    );
  refunds
    .command('list')
    .addOption(limitOption(100))
    .description('Whose money came back, the oldest first')
    .action(async ({ limit }: { limit: number }) => {
      const core = await admin.core();
      const found = await core.payments.bouncedRefunds(limit);
      const rows = found.map(({ _id, member, credits, cents, currency, createdAt }) => ({
        refund: _id,
        member,
        credits,
        amount: money(cents, currency),
        asked: time(createdAt),
      }));
      admin.show(found, table(rows, 'No refund came back.'));
    });
  refunds
    .command('handled')
    .argument('<refund>', 'its id, <payment>:<turn>')
    .requiredOption('--reason <text>', 'what you did, for the audit log')
    .description('Takes it off the list, after you reached the member')
    .action(async (id: string, { reason }: { reason: string }) => {
      const act = { act: 'refund.handled', target: id, reason };
      const refund = await admin.act(act, async (core) => done(await core.payments.handleBounced(id)));
      admin.show(refund, `The refund ${id} over ${money(refund.cents, refund.currency)} is off the list.`);
    });
}
