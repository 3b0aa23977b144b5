import type { Core } from '@heartline/core';
import { type Command, Option } from 'commander';
import { type Admin, required } from '../admin.ts';
import { table, time } from '../print/table.ts';
import { daysOption, limitOption } from './how-many.ts';
import { siteOf } from './which-site.ts';

const SITE = 'site they work for, by one of its hosts';
const DAY_MS = 86_400_000;
/** A name as accounts and the audit log hold it, however it was typed. */
const asStored = (typed: string) => typed.trim().toLowerCase();

interface OfSite {
  site: string;
}

/** `admin operators`: the people who answer for fictional profiles, and what they answered. */
export function addOperatorCommands(program: Command, admin: Admin): void {
  const operators = program
    .command('operators')
    .description('People who answer for fictional profiles: add, list, reset, disable, log');
  addAccounts(operators, admin);
  operators
    .command('list')
    .option('--site <host>', SITE)
    .description('Who may sign in, and who is signed in')
    .action(async ({ site: host }: { site?: string }) => {
      const site = host === undefined ? undefined : await siteOf(admin, host);
      const found = await (await admin.core()).accounts.operators.list(site);
      const rows = found.map(({ createdAt, ...rest }) => ({ ...rest, since: time(createdAt) }));
      admin.show(found, table(rows, 'No operator yet. See: operators add'));
    });
  operators
    .command('log')
    .addOption(
      new Option('--of <what>', 'answers, or signings in and out')
        .choices(['answers', 'sign-ins'])
        .default('answers'),
    )
    .option('--operator-id <id>', 'of one operator only: <site>:<name>')
    .addOption(daysOption(7))
    .addOption(limitOption(100))
    .description('What operators answered, as which profile, in which conversation; or who signed in')
    .action((options: LogOptions) => showLog(admin, options));
}

interface LogOptions {
  of: 'answers' | 'sign-ins';
  operatorId?: string;
  days: number;
  limit: number;
}

async function showLog(admin: Admin, { of, operatorId: operator, days, limit }: LogOptions): Promise<void> {
  const core = await admin.core();
  const since = core.accounts.now() - days * DAY_MS;
  if (of === 'sign-ins') {
    const found = await core.accounts.operators.signIns({ since, limit, operator });
    const rows = found.map(({ at, operator: who, outcome, device }) => ({
      at: time(at),
      operator: who,
      outcome,
      device,
    }));
    admin.show(found, table(rows, await whyNone(core, operator, 'No signings in or out in these days.')));
    return;
  }
  const found = await core.messaging.operators.log({ since, limit, operator });
  const rows = found.map(({ at, operator: who, profile, conversation, seq }) => ({
    at: time(at),
    operator: who,
    profile,
    conversation,
    row: seq,
  }));
  admin.show(found, table(rows, await whyNone(core, operator, 'No answers in these days.')));
}

/** The message for an empty log: no such event, or no such operator. */
async function whyNone(core: Core, operator: string | undefined, usual: string): Promise<string> {
  if (operator === undefined) return usual;
  const site = operator.slice(0, operator.lastIndexOf(':'));
  const known = await core.accounts.operators.list(site);
  const isKnown = known.some(({ name }) => `${site}:${name}` === operator);
  return isKnown ? usual : `There is no operator “${operator}”. See: operators list`;
}

function addAccounts(operators: Command, admin: Admin): void {
  operators
    .command('add')
    .argument('<name>', 'what they sign in with: small letters, digits, dots and dashes', asStored)
    .option('--site <host>', SITE, 'default')
    .requiredOption('--reason <text>', 'who it is')
    .description('Makes an account and prints its password, once')
    .action(async (name: string, { site: host, reason }: OfSite & { reason: string }) => {
      const site = await siteOf(admin, host);
      const not = `${name} is taken at ${site}, or no name: small letters, digits, dots and dashes, 2 to 32.`;
      const password = await admin.act(
        { act: 'operator.add', target: `${site}:${name}`, reason },
        async (core) => required(await core.accounts.operators.add(site, name), not),
      );
      admin.show(
        { site, name, password },
        `${name} signs in at /operator with this password, which is shown only now: ${password}`,
      );
    });
  operators
    .command('reset')
    .argument('<name>', 'their name', asStored)
    .option('--site <host>', SITE, 'default')
    .requiredOption('--reason <text>', 'why')
    .description('Gives a new password; signs them out everywhere, and lets a disabled one in again')
    .action(async (name: string, { site: host, reason }: OfSite & { reason: string }) => {
      const site = await siteOf(admin, host);
      const password = await admin.act(
        { act: 'operator.reset', target: `${site}:${name}`, reason },
        async (core) =>
          required(await core.accounts.operators.reset(site, name), `No operator ${name} at ${site}.`),
      );
      admin.show(
        { site, name, password },
        `${name} has a new password, which is shown only now: ${password}`,
      );
    });
  operators
    .command('disable')
    .argument('<name>', 'their name', asStored)
    .option('--site <host>', SITE, 'default')
    .requiredOption('--reason <text>', 'why')
    .description('Shuts them out everywhere within seconds, and hands back what they hold')
    .action(async (name: string, { site: host, reason }: OfSite & { reason: string }) => {
      const site = await siteOf(admin, host);
      await admin.act({ act: 'operator.disable', target: `${site}:${name}`, reason }, async (core) => {
        const id = required(
          await core.accounts.operators.disable(site, name),
          `No operator ${name} at ${site}.`,
        );
        await core.messaging.operators.releaseAllOf(id);
      });
      admin.show({ site, name, state: 'disabled' }, `${name} is shut out.`);
    });
}
