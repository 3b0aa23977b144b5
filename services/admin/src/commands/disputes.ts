import { disputeState } from '@heartline/contracts';
import type { Core } from '@heartline/core';
import { type Command, Option } from 'commander';
import { type Admin, done, required } from '../admin.ts';
import { money } from '../print/money.ts';
import { facts, table, time } from '../print/table.ts';
import { limitOption } from './how-many.ts';

type Dispute = Awaited<ReturnType<Core['payments']['disputes']>>[number];

/** States that may still move. */
const OPEN = ['inquiry', 'taken'] as const;

/** `admin disputes`: money that a payer’s bank took back, or asks about. */
export function addDisputeCommands(program: Command, admin: Admin): void {
  const disputes = program
    .command('disputes')
    .description('Money that a bank took back or asks about. Credits follow by themselves');
  disputes
    .command('list')
    .addOption(
      new Option('--state <state>', 'only these; by default those that may still move').choices(
        disputeState.options,
      ),
    )
    .addOption(limitOption(100))
    .description('The newest first')
    .action(async ({ state, limit }: { state?: Dispute['state']; limit: number }) => {
      const core = await admin.core();
      const found = await core.payments.disputes(state ? [state] : OPEN, limit);
      admin.show(found, table(found.map(row), `No dispute is ${state ?? 'open'}.`));
    });
  disputes
    .command('show')
    .argument('<id>', 'id of a dispute, a payment or a member')
    .description('What the bank says, the credits it took, and the notes')
    .action(async (id: string) => {
      const core = await admin.core();
      const found = await core.payments.findDisputes(id);
      required(found.length > 0, `No dispute, payment or member ${id} has a dispute.`);
      admin.show(found, found.map(shown).join('\n\n'));
    });
  disputes
    .command('note')
    .argument('<dispute>', 'its id, as “disputes list” shows it')
    .argument('<text>', 'what you did or know, for other operators')
    .requiredOption('--reason <text>', 'why, for the audit log')
    .description('Adds a sentence to a dispute, such as the evidence that you sent')
    .action(async (id: string, text: string, { reason }: { reason: string }) => {
      const by = admin.operator();
      const act = { act: 'dispute.note', target: id, reason, detail: { text } };
      const noted = await admin.act(act, async (core) =>
        done(await core.payments.noteDispute(id, { by, text })),
      );
      admin.show(noted, `Noted on ${id}.`);
    });
}

const row = ({
  _id,
  payment,
  member,
  cents,
  currency,
  reason,
  state,
  credits,
  debt,
  lossCents,
  at,
}: Dispute) => ({
  dispute: _id,
  payment,
  member,
  amount: money(cents, currency),
  reason,
  state,
  credits,
  debt,
  loss: lossCents > 0 ? money(lossCents, currency) : '',
  began: time(at),
});

function shown(dispute: Dispute): string {
  const { changedAt, notes = [] } = dispute;
  const noted = notes.map(({ at, by, text }) => `${time(at)} ${by}: ${text}`).join('\n');
  return facts({ ...row(dispute), changed: time(changedAt), notes: noted });
}
