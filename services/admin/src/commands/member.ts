import type { Command } from 'commander';
import { type Admin, required } from '../admin.ts';
import { paidBack } from '../print/paid-back.ts';
import { facts, table, time } from '../print/table.ts';
import { type FoundMember, findMembers, theMember, theProfile } from './find-member.ts';

const WHO = 'id, e-mail address or name';
const REASON = 'why; the member may ask for it';

/** `admin member`: find, look at, suspend, restore, erase, verify, remove as fake. */
export function addMemberCommands(program: Command, admin: Admin): void {
  const member = program
    .command('member')
    .description('Members: find, look at, suspend, restore, erase, verify');
  member
    .command('find')
    .argument('<who>', WHO)
    .description('Members by id, e-mail address or name; fictional profiles also without an account')
    .action(async (who: string) => {
      const found = await findMembers(await admin.core(), who);
      admin.show(found, table(found.map(row)));
    });
  member
    .command('show')
    .argument('<who>', WHO)
    .description('One member: state, credits, cases')
    .action((who: string) => show(admin, who));
  addSuspend(member, admin);
  addErase(member, admin);
  member
    .command('restore')
    .argument('<who>', WHO)
    .requiredOption('--reason <text>', REASON)
    .description('Opens a suspended account again')
    .action(async (who: string, { reason }: { reason: string }) => {
      const found = await theMember(await admin.core(), who);
      await admin.act({ act: 'member.restore', target: found.id, reason }, async (core) =>
        required(await core.accounts.restore(found.id), `${found.name} is not suspended.`),
      );
      const words = found.status.startsWith('deleted')
        ? `${found.name} may come back by the mailed link, until the account is erased.`
        : `${found.name} is back.`;
      admin.show({ member: found.id, status: 'restored' }, words);
    });
  member
    .command('verify')
    .argument('<who>', WHO)
    .requiredOption('--reason <text>', 'how you made sure')
    .option('--off', 'take the mark back')
    .description('Marks a member as verified by a person, on their profile')
    .action(async (who: string, { reason, off }: { reason: string; off?: boolean }) => {
      const found = await theMember(await admin.core(), who);
      const verified = off !== true;
      await admin.act({ act: 'member.verify', target: found.id, reason, detail: { verified } }, (core) =>
        core.profiles.setVerified(found.id, verified),
      );
      admin.show(
        { member: found.id, verified },
        `${found.name} is ${verified ? '' : 'no longer '}marked as verified.`,
      );
    });
}

/** Ends the wait of an erasure for open money. */
function addErase(member: Command, admin: Admin): void {
  member
    .command('erase')
    .argument('<member>', 'id of a deleted account')
    .requiredOption('--reason <text>', REASON)
    .description('Erases a deleted account now, whose erasure waits for a debt or an open debit')
    .action(async (id: string, { reason }: { reason: string }) => {
      await admin.act({ act: 'member.erase', target: id, reason }, async (core) =>
        required(await core.accounts.eraseNow(id), `There is no deleted account ${id}.`),
      );
      admin.show({ member: id, status: 'erased' }, `The account ${id} is erased.`);
    });
}

function addSuspend(member: Command, admin: Admin): void {
  member
    .command('suspend')
    .argument('<who>', WHO)
    .requiredOption('--reason <text>', REASON)
    .description('Closes an account: signed out everywhere within seconds, nobody sees the profile')
    .action(async (who: string, { reason }: { reason: string }) => {
      const found = await theMember(await admin.core(), who);
      const not = `${found.name} can’t be suspended: the account is ${found.status}.`;
      await admin.act({ act: 'member.suspend', target: found.id, reason }, async (core) =>
        required((await core.safety.cases.suspend(found.id)).hasClosed, not),
      );
      admin.show({ member: found.id, status: 'suspended' }, `${found.name} is suspended.`);
    });
  member
    .command('remove-as-fake')
    .argument('<who>', WHO)
    .requiredOption('--reason <text>', REASON)
    .description('Suspends a fake, and gives everybody back what messages to it cost')
    .action(async (who: string, { reason }: { reason: string }) => {
      const found = await theMember(await admin.core(), who);
      const { returned, hasClosed } = await admin.act(
        { act: 'member.remove-as-fake', target: found.id, reason },
        (core) => core.safety.cases.removeAsFake(found.id),
      );
      const became = hasClosed ? 'is removed' : 'is being erased, so no account was closed';
      admin.show(
        { member: found.id, returned, closed: hasClosed },
        `${found.name} ${became}; ${paidBack(returned)}.`,
      );
    });
}

async function show(admin: Admin, who: string): Promise<void> {
  const core = await admin.core();
  const found = await theProfile(core, who);
  const [balance, cases, invisible] = await Promise.all([
    core.credits.balanceOf(found.id),
    core.safety.cases.about(found.id),
    core.safety.getInvisible(found.id),
  ]);
  const data = {
    ...found,
    credits: balance.credits,
    invisible: invisible.invisible,
    casesAbout: cases.reported.length,
    casesMade: cases.reporter.length,
  };
  admin.show(data, facts({ ...data, createdAt: time(found.createdAt) }));
}

function row(found: FoundMember) {
  const { createdAt, ...rest } = found;
  return { ...rest, since: time(createdAt) };
}
