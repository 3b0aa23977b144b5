import type { Core } from '@heartline/core';
import type { Command } from 'commander';
import { type Admin, done } from '../admin.ts';
import { type Row, table, time } from '../print/table.ts';
import { theMember } from './find-member.ts';
import { limitOption } from './how-many.ts';

type Mandate = Awaited<ReturnType<Core['payments']['debits']['mandates']>>[number];

/** `admin mandates`: the direct-debit mandates that members signed. */
export function addMandateCommands(program: Command, admin: Admin): void {
  const mandates = program.command('mandates').description('Direct-debit mandates: list, revoke');
  mandates
    .command('list')
    .option('--member <member>', 'of one member: id, e-mail address or name')
    .addOption(limitOption(50))
    .description('Reference, account end, text version and state of each, the newest first')
    .action(async ({ member, limit }: { member?: string; limit: number }) => {
      const core = await admin.core();
      const id = member === undefined ? undefined : (await theMember(core, member)).id;
      const found = (await core.payments.debits.mandates(id, limit)).map(shown);
      admin.show(found, table(found.map(rowOf), 'There is no mandate.'));
    });
  mandates
    .command('revoke')
    .argument('<mandate>', 'its reference, as the bank statement shows it')
    .requiredOption('--reason <text>', 'why, for the audit log')
    .description('Ends a mandate: no order can use it any more; debits under way stay')
    .action(async (reference: string, { reason }: { reason: string }) => {
      const act = { act: 'mandate.revoke', target: reference, reason };
      const ended = await admin.act(act, async (core) =>
        done(await core.payments.debits.revokeMandate(reference)),
      );
      const isKnown = ended.revokeAt === null;
      const atProvider = isKnown ? '' : ` Its provider (${ended.account}) is told as soon as it answers.`;
      admin.show(shown(ended), `The mandate ${reference} has ended.${atProvider}`);
    });
}

/** A mandate without the hashes of account and phone. */
function shown({ ibanKey: _iban, phoneKey: _phone, ...mandate }: Mandate) {
  return mandate;
}

function rowOf(mandate: ReturnType<typeof shown>): Row {
  return {
    mandate: mandate._id,
    member: mandate.member,
    account: `…${mandate.ibanEnd}`,
    at: mandate.account,
    text: `${mandate.textVersion} ${mandate.locale}`,
    signed: time(mandate.signedAt),
    state: mandate.state,
  };
}
