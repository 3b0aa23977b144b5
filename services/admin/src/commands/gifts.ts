import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { type Admin, done, Unable } from '../admin.ts';
import { table } from '../print/table.ts';
import { siteOf } from './which-site.ts';

const SITE = ['--site <host>', 'the site; without it, every site', 'default'] as const;
const REASON = ['--reason <words>', 'why, for the audit log'] as const;
const SOON = 'Members see it within 5 seconds.';

/** `admin gifts`: what members can give one another, and what it costs. */
export function addGiftCommands(program: Command, admin: Admin): void {
  const gifts = program
    .command('gifts')
    .description('What members can give one another, per site; messages keep gifts that are withdrawn');
  gifts
    .command('list')
    .description('The whole catalogue, the cheapest first')
    .option(...SITE)
    .action(async ({ site: host }: { site: string }) => {
      const site = await siteOf(admin, host);
      const catalogue = await (await admin.core()).messaging.operateGifts.list(site);
      const rows = catalogue.map(({ id, names, credits, picture, offered }) => ({
        id,
        name: names.en,
        credits: String(credits),
        picture,
        offered: offered ? 'yes' : 'no',
      }));
      admin.show(catalogue, table(rows));
    });
  for (const mode of ['add', 'change'] as const) {
    gifts
      .command(`${mode} <file>`)
      .description(
        mode === 'add'
          ? 'Adds the gifts of a JSON file: id, picture, credits, and names in every language'
          : 'Changes gifts that are there, or offers withdrawn ones again, as the file has them',
      )
      .option(...SITE)
      .requiredOption(...REASON)
      .action(async (path: string, { site: host, reason }: { site: string; reason: string }) => {
        const file = await readGiftFile(path);
        const site = await siteOf(admin, host);
        const act = { act: `gift.${mode}`, target: site, reason, detail: { gifts: file } };
        const written = await admin.act(act, async (core) =>
          done(await core.messaging.operateGifts.write(site, file, mode)),
        );
        admin.show(written, `${written.map(({ id }) => id).join(', ')}: done. ${SOON}`);
      });
  }
  gifts
    .command('remove <id>')
    .description('Withdraws a gift: nobody can send it any more')
    .option(...SITE)
    .requiredOption(...REASON)
    .action(async (id: string, { site: host, reason }: { site: string; reason: string }) => {
      const site = await siteOf(admin, host);
      const act = { act: 'gift.remove', target: site, reason, detail: { gift: id } };
      const written = await admin.act(act, async (core) =>
        done(await core.messaging.operateGifts.remove(site, id)),
      );
      admin.show(written, `${id} is withdrawn. ${SOON}`);
    });
}

async function readGiftFile(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new Unable(`${path} can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
