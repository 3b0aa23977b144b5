import type { Command } from 'commander';
import type { Admin } from '../admin.ts';
import { table, time } from '../print/table.ts';
import { limitOption } from './how-many.ts';

/** `admin audit`: what operators did. */
export function addAuditCommands(program: Command, admin: Admin): void {
  program
    .command('audit')
    .description('What operators did, the latest first')
    .option('--target <id>', 'only what was done to this member, case or site')
    .addOption(limitOption(50))
    .action(async ({ target, limit }: { target?: string; limit: number }) => {
      const core = await admin.core();
      const acts = await core.safety.operatorActs({ limit, target });
      admin.show(
        acts,
        table(
          acts.map((row) => ({
            at: time(row.at),
            operator: row.operator,
            act: row.act,
            target: row.target,
            state: row.state,
            reason: row.reason,
          })),
          target ? `The log knows of nothing that was done to “${target}”.` : 'Nobody did anything yet.',
        ),
      );
    });
}
