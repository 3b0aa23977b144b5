import { readFile } from 'node:fs/promises';
import type { Core } from '@heartline/core';
import { type Command, InvalidArgumentError } from 'commander';
import { type Admin, done, Unable } from '../admin.ts';
import { type Row, table, time } from '../print/table.ts';
import { siteOf } from './which-site.ts';

const SITE = ['--site <host>', 'the site, by one of its hosts', 'default'] as const;
const REASON = ['--reason <text>', 'why, for the audit log'] as const;
const CODE = ['<code>', 'the code'] as const;

type Code = Awaited<ReturnType<Core['payments']['listCodes']>>[number];

/** A time in UTC, as the file of codes has it. */
function timeOf(typed: string): number {
  const at = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/.test(typed) ? Date.parse(typed) : Number.NaN;
  if (Number.isNaN(at))
    throw new InvalidArgumentError('It takes a time in UTC such as 2026-12-31T23:00:00Z.');
  return at;
}

function wholeOf(typed: string): number {
  if (/^\d{1,6}$/.test(typed)) return Number(typed);
  throw new InvalidArgumentError('It takes a whole number.');
}

/** `admin codes`: the discount codes of a site. */
export function addCodeCommands(program: Command, admin: Admin): void {
  const codes = program.command('codes').description('Discount codes: add, list, change, end, uses');
  codes
    .command('add')
    .argument('<file>', 'JSON list of codes: code, percent, until, and what limits them')
    .option(...SITE)
    .requiredOption(...REASON)
    .description('Adds the codes of a file, all or none')
    .action((file: string, { site, reason }: { site: string; reason: string }) =>
      add(admin, { file, host: site, reason }),
    );
  codes
    .command('list')
    .option(...SITE)
    .description('Every code of a site with its terms and uses, the newest first')
    .action(async ({ site }: { site: string }) => {
      const found = await (await admin.core()).payments.listCodes(await siteOf(admin, site));
      admin.show(found, table(found.map(rowOf), 'The site has no codes.'));
    });
  codes
    .command('uses')
    .argument(...CODE)
    .option(...SITE)
    .description('Which members used a code, by which payments')
    .action(async (code: string, { site }: { site: string }) => {
      const host = await siteOf(admin, site);
      const found = done(await (await admin.core()).payments.usesOfCode(host, code));
      const rows = found.map(({ at, member, payment }) => ({ at: time(at), member, payment }));
      admin.show(found, table(rows, 'No payment used it.'));
    });
  addChanges(codes, admin);
}

function addChanges(codes: Command, admin: Admin): void {
  codes
    .command('change')
    .argument(...CODE)
    .option('--percent <number>', 'the discount of payments opened from now on', wholeOf)
    .option('--until <time>', 'when it ends, in UTC', timeOf)
    .option('--max-uses <number>', 'more uses in all than before', wholeOf)
    .option(...SITE)
    .requiredOption(...REASON)
    .description('Changes a code; payments opened before keep their price')
    .action((code: string, options: { site: string; reason: string } & Change) =>
      change(admin, code, options),
    );
  codes
    .command('end')
    .argument(...CODE)
    .option(...SITE)
    .requiredOption(...REASON)
    .description('Ends a code at once; payments opened before keep their price')
    .action(async (code: string, { site: host, reason }: { site: string; reason: string }) => {
      const site = await siteOf(admin, host);
      const what = { act: 'code.end', target: site, reason, detail: { code } };
      const ended = await admin.act(what, async (core) => done(await core.payments.endCode(site, code)));
      admin.show(ended, `${ended.code} has ended.`);
    });
}

async function add(
  admin: Admin,
  { file, host, reason }: { file: string; host: string; reason: string },
): Promise<void> {
  const site = await siteOf(admin, host);
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Unable(`The file ${file} can’t be read.`);
  });
  const what = { act: 'code.add', target: site, reason, detail: { file: text.slice(0, 10_000) } };
  const added = await admin.act(what, async (core) => done(await core.payments.addCodes(site, text)));
  admin.show({ site, codes: added }, `${added.join(', ')}: done.`);
}

interface Change {
  percent?: number;
  until?: number;
  maxUses?: number;
}

async function change(
  admin: Admin,
  code: string,
  { site: host, reason, ...wanted }: { site: string; reason: string } & Change,
): Promise<void> {
  if (Object.keys(wanted).length === 0)
    throw new Unable('Say what changes: --percent, --until or --max-uses.');
  const site = await siteOf(admin, host);
  const what = { act: 'code.change', target: site, reason, detail: { code, ...wanted } };
  const changed = await admin.act(what, async (core) =>
    done(await core.payments.changeCode(site, code, wanted)),
  );
  admin.show(changed, `${changed.code} takes ${changed.percent} % off until ${time(changed.until)}.`);
}

function rowOf(code: Code): Row {
  const limit = code.validity === 'once' ? 1 : code.maxUses;
  return {
    code: code.code,
    kind: code.kind,
    off: `${code.percent} %`,
    countries: code.countries.join(' ') || 'all',
    from: time(code.from),
    until: time(code.until),
    validity: code.validity,
    used: limit === null ? String(code.uses) : `${code.uses} of ${limit}`,
    ended: code.endedAt === null ? null : time(code.endedAt),
  };
}
