import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { type Admin, required, Unable } from '../admin.ts';
import { table, time } from '../print/table.ts';
import { theMember } from './find-member.ts';

const WHO = 'id, e-mail address or name';
/** More at once is a slip of the finger. */
const MOST_CREDITS = 1_000;

/** `admin credits`: the statement, free credits given or taken, and what a message cost given back. */
export function addCreditsCommands(program: Command, admin: Admin): void {
  const credits = program.command('credits').description('Credits: look, grant, return');
  credits
    .command('show')
    .argument('<who>', WHO)
    .description('Balance and the latest rows of the ledger')
    .action((who: string) => show(admin, who));
  credits
    .command('grant')
    .argument('<who>', WHO)
    .argument('<credits>', 'how many; a negative number takes free credits away')
    .requiredOption('--reason <text>', 'why; the member reads it in the statement')
    .option('--key <key>', 'a key of your own: the same one grants once, however often it is run')
    .description('Gives free credits (a ledger row “adjust”)')
    .action((who: string, count: string, options: { reason: string; key?: string }) =>
      grant(admin, who, count, options),
    );
  credits
    .command('return')
    .argument('<who>', `who paid: ${WHO}`)
    .argument('<message>', 'client id of the message, from “credits show”')
    .requiredOption('--reason <text>', 'why')
    .description('Gives back what one message cost (a ledger row “return”), once')
    .action((who: string, message: string, options: { reason: string }) =>
      giveBack(admin, who, message, options.reason),
    );
}

async function show(admin: Admin, who: string): Promise<void> {
  const core = await admin.core();
  const found = await theMember(core, who);
  const tail = await core.credits.ledger.freshTail(found.id);
  const last = tail?.n ?? 0;
  const rows = await core.credits.ledger.range(found.id, Math.max(1, last - 49), last);
  const { credits } = await core.credits.balanceOf(found.id);
  const text = table(
    rows.map((row) => ({
      n: row.n,
      at: time(row.at),
      kind: row.kind,
      key: row.key,
      credits: row.purchased + row.bonus,
      after: row.purchasedAfter + row.bonusAfter,
      reason: row.reason,
    })),
    'No credits yet.',
  );
  admin.show({ member: found.id, credits, rows }, `${text}\n\n${found.name} has ${inWords(credits)}.`);
}

async function grant(
  admin: Admin,
  who: string,
  count: string,
  { reason, key = randomUUID() }: { reason: string; key?: string },
): Promise<void> {
  const credits = Number(count);
  if (!Number.isInteger(credits) || credits === 0 || Math.abs(credits) > MOST_CREDITS) {
    throw new Unable(
      `“${count}” is no number of credits: 1 to ${MOST_CREDITS}, or -1 to -${MOST_CREDITS} to take free ones away.`,
    );
  }
  const found = await theMember(await admin.core(), who);
  const what = { act: 'credits.grant', target: found.id, reason, detail: { credits, key } };
  await admin.act(what, async (core) => {
    const row = required(
      await core.credits.adjust(found.id, { key, credits, reason }),
      `${found.name} has fewer free credits than that.`,
    );
    // The key may have been used before: its row stays as it is.
    const granted = row.purchased + row.bonus;
    required(
      granted === credits,
      `Nothing is granted: the key “${key}” gave ${inWords(granted)} before. Take another key for ${credits}.`,
    );
  });
  const { credits: balance } = await (await admin.core()).credits.balanceOf(found.id);
  admin.show({ member: found.id, credits, balance }, `${found.name} has ${inWords(balance)} now.`);
}

async function giveBack(admin: Admin, who: string, message: string, reason: string): Promise<void> {
  const found = await theMember(await admin.core(), who);
  const what = { act: 'credits.return', target: found.id, reason, detail: { message } };
  const nothing = 'There is nothing to give back: not paid, not settled, or given back before.';
  await admin.act(what, async (core) =>
    required(await core.messaging.giveBack(found.id, message, 'operator'), nothing),
  );
  const { credits } = await (await admin.core()).credits.balanceOf(found.id);
  admin.show({ member: found.id, message, credits }, `Given back. ${found.name} has ${inWords(credits)}.`);
}

const inWords = (credits: number) => (credits === 1 ? '1 credit' : `${credits} credits`);
