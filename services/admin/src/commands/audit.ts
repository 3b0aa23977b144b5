import type { Command } from 'commander';
import type { Admin } from '../admin.ts';
import { table, time } from '../print/table.ts';

/** `admin audit`: what operators did. */
export function addAuditCommands(program: Command, admin: Admin): void {
  program
    .command('audit')
    .description('What operators did, the latest first')
    .option('--target <id>', 'only what was done to this member, case or site')
    .option('--limit <n>', 'how many rows', '50')
    .action(async (options: { target?: string; limit: string }) => {
      const core = await admin.core();
      const limit = Math.min(Math.max(1, Number.parseInt(options.limit, 10) || 50), 1_000);
      const acts = await core.safety.operatorActs({ limit, target: options.target });
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
          'Nobody did anything yet.',
        ),
      );
    });
}
