import { ConfigError, type Environment } from '@heartline/platform';
import { Command, CommanderError } from 'commander';
import { createAdmin, Unable } from './admin.ts';
import { addAuditCommands } from './commands/audit.ts';
import { addBlockCommands } from './commands/blocks.ts';
import { addCaseCommands } from './commands/case.ts';
import { addCodeCommands } from './commands/codes.ts';
import { addCreditsCommands } from './commands/credits.ts';
import { addDebtCommands } from './commands/debts.ts';
import { addDisputeCommands } from './commands/disputes.ts';
import { addGiftCommands } from './commands/gifts.ts';
import { addLanderCommands } from './commands/landers.ts';
import { addMailCommands } from './commands/mails.ts';
import { addMandateCommands } from './commands/mandates.ts';
import { addMemberCommands } from './commands/member.ts';
import { addMethodCommands } from './commands/methods.ts';
import { addOperatorCommands } from './commands/operators.ts';
import { addPageCommands } from './commands/pages.ts';
import { addPaymentCommands } from './commands/payments.ts';
import { addPriceCommands } from './commands/prices.ts';
import { addReceiptCommands } from './commands/receipts.ts';
import { addRefundCommands } from './commands/refunds.ts';
import { addSiteCommands } from './commands/site.ts';
import { addStrayCommands } from './commands/strays.ts';
import { addWebhookCommands } from './commands/webhooks.ts';
import { addWithdrawalCommands } from './commands/withdrawals.ts';
import { readAdminConfig, stateFileOf } from './config.ts';

const COMMANDS = [
  addCaseCommands,
  addMemberCommands,
  addCreditsCommands,
  addSiteCommands,
  addPriceCommands,
  addGiftCommands,
  addPageCommands,
  addLanderCommands,
  addAuditCommands,
  addOperatorCommands,
  addMailCommands,
  addPaymentCommands,
  addDisputeCommands,
  addRefundCommands,
  addReceiptCommands,
  addStrayCommands,
  addDebtCommands,
  addMandateCommands,
  addBlockCommands,
  addWithdrawalCommands,
  addMethodCommands,
  addCodeCommands,
  addWebhookCommands,
];

export interface AdminRun {
  /** Settings; the environment of the process unless a test says otherwise. */
  environment?: Environment;
  write(text: string): void;
  writeError(text: string): void;
  /** Another state file, for tests. */
  stateFile?: string;
}

/** Runs one command and answers the exit code: 0 done, 1 refused or failed, 2 asked for wrongly. */
export async function runAdmin(args: readonly string[], run: AdminRun): Promise<number> {
  const program = new Command('admin')
    .description('Works on a running Heartline as its operator. Every act goes into the audit log.')
    .option('--json', 'print data for programs instead of text')
    .option(
      '--operator <name>',
      'your name in the audit log; default OPERATOR, else the user of this machine',
    )
    .exitOverride()
    .configureOutput({ writeOut: run.write, writeErr: run.writeError })
    .showHelpAfterError();
  const stateFile = run.stateFile ?? stateFileOf(run.environment);
  const config = () => readAdminConfig(stateFile, run.environment);
  const admin = createAdmin(config, program, run.write);
  for (const add of COMMANDS) add(program, admin);
  passOn(program);
  try {
    await program.parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    return explain(error, stateFile, run.writeError);
  } finally {
    await admin.close();
  }
}

/** Every command below speaks and ends as the first one does. */
function passOn(command: Command): void {
  for (const below of command.commands) {
    below.copyInheritedSettings(command);
    passOn(below);
  }
}

function explain(error: unknown, stateFile: string, write: (text: string) => void): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof ConfigError) {
    write(
      `No Heartline to work on: none that npm start runs is noted in ${stateFile} (HEARTLINE_DATA names the folder of ` +
        `another). Start one, or set what is missing.\n${error.message}\n`,
    );
    return 1;
  }
  if (error instanceof Unable) {
    write(`${error.message}\n`);
    return 1;
  }
  write(`It did not work: ${error instanceof Error ? error.message : String(error)}\n`);
  return 1;
}
