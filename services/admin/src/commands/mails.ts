import type { Command } from 'commander';
import { type Admin, required } from '../admin.ts';
import { table, time } from '../print/table.ts';
import { limitOption } from './how-many.ts';

/** `admin mails`: mails that no server took, and trying them again. */
export function addMailCommands(program: Command, admin: Admin): void {
  const mails = program.command('mails').description('Mails that were given up: list, retry');
  mails
    .command('list')
    .addOption(limitOption(100))
    .description('Whose mail was given up, of which kind, when and why, the latest first')
    .action(async ({ limit }: { limit: number }) => {
      const core = await admin.core();
      const found = await core.accounts.givenUpMails(limit);
      const rows = found.map(({ givenUpAt, createdAt: _, ...rest }) => ({ at: time(givenUpAt), ...rest }));
      admin.show(found, table(rows, 'No mail was given up.'));
    });
  mails
    .command('retry')
    .argument('<mail>', 'the id of the mail')
    .requiredOption('--reason <text>', 'why, for the audit log')
    .description(
      'Tries a mail again from the start; one that nobody wants any more or whose link is over is deleted',
    )
    .action(async (mail: string, { reason }: { reason: string }) => {
      const state = await admin.act({ act: 'mail.retry', target: mail, reason }, async (core) =>
        required(await core.accounts.retryMail(mail), `No mail ${mail} was given up.`),
      );
      const words = {
        waiting: `${mail} is tried again.`,
        dropped: `${mail} is deleted: its link is over, or its account does not want it any more. Its member asks for a new one.`,
      };
      admin.show({ mail, state }, words[state]);
    });
}
