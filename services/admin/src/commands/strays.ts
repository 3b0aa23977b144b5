import { type Command, Option } from 'commander';
import { type Admin, done } from '../admin.ts';
import { money } from '../print/money.ts';
import { table } from '../print/table.ts';
import { limitOption } from './how-many.ts';
import { strayRows } from './stray-rows.ts';

const OPEN = ['seen', 'refunding', 'failed'] as const;
const ENDED = ['done', 'kept', 'matched'] as const;

/** `admin strays`: money that came for no open order, or beyond the price of one. */
export function addStrayCommands(program: Command, admin: Admin): void {
  const strays = program
    .command('strays')
    .description(
      'Money for an order paid twice, which goes back by itself; for an unknown order; more than ordered',
    );
  strays
    .command('list')
    .addOption(
      new Option('--state <state>', 'open ones or ended ones').choices(['open', 'ended']).default('open'),
    )
    .addOption(limitOption(100))
    .description('What came when, for which order, and where it is')
    .action(async ({ state, limit }: { state: 'open' | 'ended'; limit: number }) => {
      const core = await admin.core();
      const found = await core.payments.strays(state === 'open' ? OPEN : ENDED, limit);
      admin.show(found, table(strayRows(found), `No stray payment is ${state}.`));
    });
  const decisions = [
    ['return', 'Gives the money back at its provider'],
    ['keep', 'Keeps the money, for example after it was returned by hand'],
  ] as const;
  for (const [decision, description] of decisions) {
    strays
      .command(decision)
      .argument('<stray>', 'its id, <account>:<id at the provider>')
      .requiredOption('--reason <text>', 'why, for the audit log')
      .description(description)
      .action(async (id: string, { reason }: { reason: string }) => {
        const act = { act: `stray.${decision}`, target: id, reason };
        const stray = await admin.act(act, async (core) =>
          done(await core.payments.decideStray(id, decision)),
        );
        const amount = money(stray.cents, stray.currency);
        admin.show(stray, `${amount} of ${id}: ${WORDS[stray.state]}`);
      });
  }
  strays
    .command('match')
    .argument('<stray>', 'its id, <account>:<id at the provider>')
    .argument('<payment>', 'the id of the payment it was meant for: see "admin payments find"')
    .requiredOption('--reason <text>', 'why, for the audit log')
    .description('Gives money with a wrong reference to its order, which is granted; the member is told')
    .action(async (id: string, order: string, { reason }: { reason: string }) => {
      const act = { act: 'stray.match', target: id, reason, detail: { payment: order } };
      const matched = await admin.act(act, async (core) => done(await core.payments.matchStray(id, order)));
      const { stray, payment } = matched;
      const amount = money(stray.cents, stray.currency);
      admin.show(matched, `${amount} of ${id} pay for ${order}: ${payment.credits} credits are given.`);
    });
}

const WORDS = {
  seen: 'the provider does not answer now; the money goes back when it does.',
  refunding: 'on their way back.',
  done: 'went back.',
  failed: 'the provider refuses to give them back. Return them by hand, then: strays keep.',
  kept: 'are kept.',
  matched: 'pay for an order.',
} as const;
