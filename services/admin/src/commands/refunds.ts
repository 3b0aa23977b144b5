import { type Command, Option } from 'commander';
import { type Admin, done } from '../admin.ts';
import { money } from '../print/money.ts';
import { table, time } from '../print/table.ts';
import { limitOption } from './how-many.ts';

interface Handled {
  reason: string;
  paid?: boolean;
  byBank?: boolean;
}

/** `admin refunds`: money that was sent and came back. */
export function addRefundCommands(program: Command, admin: Admin): void {
  const refunds = program
    .command('refunds')
    .description(
      'Refunds for a person: refused by the provider, sent back by the bank, or to be paid by hand',
    );
  refunds
    .command('list')
    .option('--waiting', 'those that end by themselves, once their payment came or its dispute ended')
    .addOption(limitOption(100))
    .description('Whose money did not arrive, and why; the oldest first')
    .action(async ({ limit, waiting }: { limit: number; waiting?: true }) => {
      const { payments } = await admin.core();
      const found = await (waiting ? payments.waitingRefunds(limit) : payments.refundsForPerson(limit));
      const rows = found.map(({ _id, member, credits, cents, currency, createdAt, state, waits }) => ({
        refund: _id,
        member,
        credits,
        amount: money(cents, currency),
        asked: time(createdAt),
        why: whyOf(state, waits),
      }));
      admin.show(found, table(rows, waiting ? 'No refund waits.' : 'No refund waits for you.'));
    });
  refunds
    .command('handled')
    .argument('<refund>', 'its id, <payment>:<turn>')
    .requiredOption('--reason <text>', 'what you did, for the audit log')
    .option('--paid', 'you paid it yourself; for one that waits, also on a dispute')
    .addOption(
      new Option(
        '--by-bank',
        'the payer’s bank took the money for good; for one that waits on a dispute',
      ).conflicts('paid'),
    )
    .description(
      'Takes it off the list. The credits of a refused or returned one are with the member: pay it by “payments refund --by-hand”',
    )
    .action(async (id: string, { reason, paid, byBank }: Handled) => {
      const how = paid ? 'paid' : byBank ? 'by-bank' : 'returned';
      const act = { act: 'refund.handled', target: id, reason, detail: { how } };
      const refund = await admin.act(act, async (core) => done(await core.payments.handleRefund(id, how)));
      admin.show(refund, `The refund ${id} over ${money(refund.cents, refund.currency)} is off the list.`);
    });
}

function whyOf(state: string, waits: string | null = null): string {
  if (state !== 'pending') return state;
  return waits === 'person' ? 'pay it by hand' : `waits for its ${waits}`;
}
