import { readFile } from 'node:fs/promises';
import { LOCALES, type Locale } from '@heartline/contracts';
import type { Core } from '@heartline/core';
import { Argument, type Command, InvalidArgumentError } from 'commander';
import { type Admin, done, Unable } from '../admin.ts';
import { table, time } from '../print/table.ts';
import { siteOf } from './which-site.ts';

const SITE = ['--site <host>', 'the site; without it, every site', 'default'] as const;
const REASON = ['--reason <words>', 'why, for the audit log'] as const;
const SOON = 'Visitors see it within 5 seconds.';

/** Options of a command that changes a text. */
interface Given {
  site: string;
  reason: string;
}

const slugArgument = () => new Argument('<slug>', 'name of the page, such as terms');
const localeArgument = () => new Argument('<language>', 'its language').choices(LOCALES);

function versionOf(typed: string): number {
  if (/^\d{1,5}$/.test(typed)) return Number(typed);
  throw new InvalidArgumentError('It takes the number of a version.');
}

/** `admin pages`: terms, privacy statement and the other texts of a site, and pages that operators add. */
export function addPageCommands(program: Command, admin: Admin): void {
  const pages = program
    .command('pages')
    .description('Texts of a site: terms, privacy and others, and pages of your own at /<slug>');
  addReading(pages, admin);
  addSetting(pages, admin);
  addPublishing(pages, admin);
  addMoving(pages, admin);
}

async function siteWith(admin: Admin, host: string) {
  const site = await siteOf(admin, host);
  return (await admin.core()).site.operate.read(site);
}

function addReading(pages: Command, admin: Admin): void {
  pages
    .command('list')
    .description('Every text and its state; "default, not reviewed" until you accept or replace it')
    .option(...SITE)
    .action(async ({ site: host }: { site: string }) => {
      const site = await siteWith(admin, host);
      const core = await admin.core();
      const listed = await core.pages.operate.list(site);
      const missing = await Promise.all(listed.map((page) => missingIn(core, site, page)));
      const rows = listed.map((page, index) => ({
        page: page.slug,
        language: page.locale,
        state: page.status === 'default' ? 'default, not reviewed' : page.status,
        version: page.version,
        since: time(page.at),
        'of site': page.site,
        'no value for': missing[index]?.join(', ') || null,
      }));
      const data = listed.map((page, index) => ({ ...page, missing: missing[index] }));
      admin.show(data, table(rows));
    });
  pages
    .command('show')
    .addArgument(slugArgument())
    .addArgument(localeArgument())
    .argument('[version]', 'its number; 0 is the text that comes with the product', versionOf, 0)
    .description('A text as it was written: where an edit begins')
    .option(...SITE)
    .action(async (slug: string, locale: Locale, version: number, { site: host }: { site: string }) => {
      const site = await siteOf(admin, host);
      const source = done(await (await admin.core()).pages.operate.source({ site, slug, locale }, version));
      admin.show({ slug, locale, version, source }, source.trimEnd());
    });
  pages
    .command('history')
    .addArgument(slugArgument())
    .addArgument(localeArgument())
    .description('Every version of a text: by whom, why, and when it was published')
    .option(...SITE)
    .action(async (slug: string, locale: Locale, { site: host }: { site: string }) => {
      const site = await siteOf(admin, host);
      const versions = await (await admin.core()).pages.operate.history({ site, slug, locale });
      const rows = versions.map(({ version, madeOf, by, at, reason, published, isCurrent }) => ({
        version,
        'made of': madeOf,
        at: time(at),
        by,
        reason,
        published: published.map(time).join(', ') || null,
        current: isCurrent ? 'yes' : 'no',
      }));
      admin.show(versions, table(rows, 'There is no version of this text: the default stands.'));
    });
}

type SiteRead = Awaited<ReturnType<typeof siteWith>>;
type Listed = Awaited<ReturnType<Core['pages']['operate']['list']>>[number];

/** Variables of the published text that have no value on the site. */
async function missingIn(core: Core, site: SiteRead, { slug, locale, version, site: of }: Listed) {
  const source = await core.pages.operate.source({ site: of ?? site.site, slug, locale }, version);
  return 'done' in source ? (await core.pages.operate.check(site, source.done)).missing : [];
}

function addSetting(pages: Command, admin: Admin): void {
  pages
    .command('check <file>')
    .description('Names every fault of a text as file:line:column, and what has no value on the site')
    .option(...SITE)
    .action(async (file: string, { site: host }: { site: string }) => {
      const site = await siteWith(admin, host);
      const { faults, missing } = await (await admin.core()).pages.operate.check(site, await readText(file));
      if (faults) throw new Unable(inFile(file, faults));
      const note =
        missing.length > 0 ? ` No value for ${missing.join(', ')}: what needs them is left out.` : '';
      admin.show({ file, missing }, `${file} is fit to be set.${note}`);
    });
  pages
    .command('set')
    .addArgument(slugArgument())
    .addArgument(localeArgument())
    .argument('<file>', 'a text in Markdown, with its title above')
    .description('Checks a text and stores it as the next version; visitors see it once it is published')
    .option(...SITE)
    .requiredOption(...REASON)
    .action(async (slug: string, locale: Locale, file: string, { site: host, reason }: Given) => {
      const source = await readText(file);
      const site = await siteOf(admin, host);
      const act = { act: 'page.set', target: `${site}:${slug}:${locale}`, reason };
      const { version } = await admin.act(act, async (core) => {
        const set = await core.pages.operate.set({ site, slug, locale }, source, editor(admin, reason));
        return done('problem' in set ? { problem: inFile(file, set.problem) } : set);
      });
      admin.show(
        { slug, locale, version },
        `Version ${version} of ${slug} (${locale}) is stored. Publish it: admin pages publish ${slug} ${locale} ${version}`,
      );
    });
}

const editor = (admin: Admin, reason: string) => ({ by: admin.operator(), reason: reason.trim() });

/** Faults of a text, each with the file before its place. */
const inFile = (file: string, faults: string) => faults.replace(/^(?=\d+:\d+ )/gm, `${file}:`);

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new Unable(`${file} can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function addPublishing(pages: Command, admin: Admin): void {
  const acts = [
    {
      name: 'publish',
      says: 'Publishes a version, if the one it was made of still stands; without a number the newest',
      version: '[version]',
    },
    {
      name: 'roll-back',
      says: 'Publishes a version again that was published before',
      version: '<version>',
    },
    { name: 'accept', says: 'Takes the default text as your own: from now on releases leave it as it is' },
  ] as const;
  for (const { name, says, ...rest } of acts) {
    const command = pages
      .command(name)
      .addArgument(slugArgument())
      .addArgument(localeArgument())
      .description(says)
      .option(...SITE)
      .requiredOption(...REASON);
    const run = async (
      slug: string,
      locale: Locale,
      version: number | undefined,
      { site: host, reason }: Given,
    ) => {
      const site = await siteOf(admin, host);
      const page = { site, slug, locale };
      const detail = version === undefined ? {} : { version };
      const act = { act: `page.${name}`, target: `${site}:${slug}:${locale}`, reason, detail };
      const moved = await admin.act(act, async ({ pages: { operate } }) => {
        const by = editor(admin, reason);
        if (name === 'accept') return done(await operate.accept(page, by));
        if (name === 'publish') return done(await operate.publish(page, version, by));
        return done(await operate.rollBack(page, version ?? 0, by));
      });
      admin.show(
        { slug, locale, version: moved.version },
        `Version ${moved.version} of ${slug} (${locale}) is published. ${SOON}`,
      );
    };
    if ('version' in rest) command.argument(rest.version, 'its number', versionOf).action(run);
    else command.action((slug: string, locale: Locale, given: Given) => run(slug, locale, undefined, given));
  }
}

function addMoving(pages: Command, admin: Admin): void {
  pages
    .command('rename')
    .addArgument(slugArgument())
    .argument('<name>', 'its new name')
    .description('Gives a page of yours another address in all languages; the old one leads to it')
    .option(...SITE)
    .requiredOption(...REASON)
    .action(async (slug: string, to: string, { site: host, reason }: Given) => {
      const site = await siteOf(admin, host);
      const act = { act: 'page.rename', target: `${site}:${slug}`, reason, detail: { to } };
      const locales = await admin.act(act, async (core) =>
        done(await core.pages.operate.rename(site, slug, to)),
      );
      admin.show({ slug: to, locales }, `/${slug} is /${to} now, in ${locales.join(', ')}. ${SOON}`);
    });
  pages
    .command('remove')
    .addArgument(slugArgument())
    .addArgument(localeArgument())
    .description('Takes a page of yours down in one language: visitors read that it is gone')
    .option(...SITE)
    .requiredOption(...REASON)
    .action(async (slug: string, locale: Locale, { site: host, reason }: Given) => {
      const site = await siteOf(admin, host);
      const act = { act: 'page.remove', target: `${site}:${slug}:${locale}`, reason };
      await admin.act(act, async (core) => done(await core.pages.operate.remove({ site, slug, locale })));
      admin.show({ slug, locale }, `/${slug} is taken down in ${locale}. ${SOON}`);
    });
}
