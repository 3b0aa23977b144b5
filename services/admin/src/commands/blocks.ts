import type { Core } from '@heartline/core';
import { type Command, Option } from 'commander';
import { type Admin, done, Unable } from '../admin.ts';
import { type Row, table, time } from '../print/table.ts';
import { theMember } from './find-member.ts';
import { limitOption } from './how-many.ts';

type Block = Awaited<ReturnType<Core['payments']['debits']['blocks']>>[number];

interface Named {
  iban?: string;
  phone?: string;
  member?: string;
  id?: string;
}

const REASON = ['--reason <text>', 'why, for the audit log; without the number'] as const;

/** `admin blocks`: account numbers, phones and members that direct debit is closed for. */
export function addBlockCommands(program: Command, admin: Admin): void {
  const blocks = program
    .command('blocks')
    .description('Blocks of direct debit by account number, phone or member: list, add, remove');
  blocks
    .command('list')
    .addOption(limitOption(100))
    .description('Each block and why; those that wait for your decision first')
    .action(async ({ limit }: { limit: number }) => {
      const found = await (await admin.core()).payments.debits.blocks(limit);
      admin.show(found, table(found.map(rowOf), 'Nothing is blocked.'));
    });
  named(blocks.command('add'))
    .requiredOption(...REASON)
    .description('Blocks one, or confirms a block that the bank caused. Numbers are stored as hashes only')
    .action(async ({ reason, ...what }: Named & { reason: string }) => {
      const id = await idOf(admin, what, reason);
      const act = { act: 'block.add', target: id, reason };
      const block = await admin.act(act, (core) => core.payments.debits.addBlock(id, reason));
      admin.show(block, `${id}: blocked.`);
    });
  named(blocks.command('remove'))
    .requiredOption(...REASON)
    .description('Removes a block')
    .action(async ({ reason, ...what }: Named & { reason: string }) => {
      const id = await idOf(admin, what, reason);
      const act = { act: 'block.remove', target: id, reason };
      await admin.act(act, async (core) => done(await core.payments.debits.removeBlock(id)));
      admin.show({ _id: id }, `${id}: no longer blocked.`);
    });
}

function named(command: Command): Command {
  return command
    .addOption(new Option('--iban <number>', 'an account number').conflicts(['phone', 'member']))
    .addOption(new Option('--phone <number>', 'a phone with its country code').conflicts('member'))
    .option('--member <member>', 'a member: id, e-mail address or name')
    .option('--id <block>', 'a block as the list shows it with --json');
}

/** The id of a block. A number becomes its hash here, before anything is logged. */
async function idOf(admin: Admin, { iban, phone, member, id }: Named, reason: string): Promise<string> {
  const core = await admin.core();
  const { debits } = core.payments;
  if (id !== undefined) return id;
  if (member !== undefined)
    return done(debits.blockId({ kind: 'member', value: (await theMember(core, member)).id }));
  const value = iban ?? phone;
  if (value === undefined) throw new Unable('Say what is meant: --iban, --phone or --member.');
  if (bare(reason).includes(bare(value)))
    throw new Unable('The audit log keeps the reason in clear: leave the number out of it.');
  return done(debits.blockId({ kind: iban === undefined ? 'phone' : 'iban', value }));
}

const bare = (text: string) => text.replaceAll(/[^\p{L}\d]/gu, '').toUpperCase();

function rowOf({ _id, why, note, at, member, isOpen }: Block): Row {
  const [kind = '', value = ''] = _id.split(':');
  return {
    blocks: `${kind}:${kind === 'iban' || kind === 'phone' ? `${value.slice(0, 12)}…` : value}`,
    why,
    note,
    since: time(at),
    member,
    decide: isOpen ? 'yes' : null,
  };
}
