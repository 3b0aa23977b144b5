import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type LanderName, landerName } from '@heartline/contracts';
import type { Core } from '@heartline/core';
import { Argument, type Command } from 'commander';
import { type Admin, done, required, Unable } from '../admin.ts';
import { facts, table, time } from '../print/table.ts';
import { addLanderStats } from './lander-stats.ts';
import { siteOf } from './which-site.ts';

const SITE = ['--site <host>', 'the site; without it, every site', 'default'] as const;
const REASON = ['--reason <words>', 'why, for the audit log'] as const;
const SOON = 'Visitors see it within 5 seconds.';

type Campaign = Awaited<ReturnType<Core['pages']['landers']['operate']['list']>>[number];

/** `admin landers`: campaigns on landing pages, and what they bring. */
export function addLanderCommands(program: Command, admin: Admin): void {
  const landers = program
    .command('landers')
    .description('Campaigns on landing pages: words, pictures, video and variants, and what they bring');
  addReading(landers, admin);
  addChanging(landers, admin);
  addLanderStats(landers, admin);
}

const landerArgument = () => new Argument('<lander>', 'its landing page').choices(landerName.options);
const slugArgument = () => new Argument('[slug]', 'its name; without it, the landing page itself');

/** Path of a campaign as operators know it, such as `gallery/summer`. */
const nameOf = ({ lander, slug }: { lander: string; slug?: string | undefined }) =>
  slug ? `${lander}/${slug}` : lander;

function addReading(landers: Command, admin: Admin): void {
  landers
    .command('list')
    .description('Every campaign of a site, its own and those of every site')
    .option(...SITE)
    .action(async ({ site: host }: { site: string }) => {
      const site = await siteOf(admin, host);
      const campaigns = await (await admin.core()).pages.landers.operate.list(site);
      const rows = campaigns.map((one) => ({
        campaign: nameOf(one),
        'of site': one.site,
        state: one.off ? 'off' : 'on',
        variants: one.variants.map(({ name, weight }) => `${name} ${weight}%`).join(', '),
        language: one.language,
        since: time(one.at),
        by: one.by,
      }));
      admin.show(campaigns, table(rows, 'No campaign was set up: landing pages show their own words.'));
    });
  landers
    .command('show')
    .addArgument(landerArgument())
    .addArgument(slugArgument())
    .description('One campaign: its variants, their words, pictures and video')
    .option(...SITE)
    .action(async (lander: LanderName, slug: string | undefined, { site: host }: { site: string }) => {
      const site = await siteOf(admin, host);
      const found = await (await admin.core()).pages.landers.operate.find(site, lander, slug);
      const campaign = required(found, `There is no campaign ${nameOf({ lander, slug })} on "${site}".`);
      admin.show(campaign, shown(campaign));
    });
}

function shown(campaign: Campaign): string {
  const head = facts({
    campaign: nameOf(campaign),
    state: campaign.off ? 'off' : 'on',
    language: campaign.language ?? 'that of the visitor',
    since: time(campaign.at),
    by: campaign.by,
    reason: campaign.reason,
  });
  const variants = campaign.variants.map(({ name, weight, texts, pictures, video }) => {
    const words = Object.entries(texts).map(([locale, one]) => ({
      language: locale,
      headline: one.headline,
    }));
    const files = facts({ pictures: pictures.length, video: video ? video.type : null });
    return [`Variant ${name}, ${weight}%`, files, table(words, 'The words of the landing page itself.')];
  });
  return [head, ...variants.map((lines) => lines.join('\n'))].join('\n\n');
}

function addChanging(landers: Command, admin: Admin): void {
  landers
    .command('set <file>')
    .description('Sets up a campaign from a JSON file, or changes it; nothing is stored if anything is wrong')
    .option(...SITE)
    .requiredOption(...REASON)
    .action(async (path: string, { site: host, reason }: { site: string; reason: string }) => {
      const file = await readCampaignFile(path);
      const site = await siteOf(admin, host);
      const act = { act: 'lander.set', target: site, reason, detail: { campaign: file } };
      const campaign = await admin.act(act, async (core) => {
        const of = await core.site.operate.read(site);
        const editor = { by: admin.operator(), reason: reason.trim() };
        return done(await core.pages.landers.operate.set(of, { file, open: fileBeside(path), ...editor }));
      });
      admin.show(campaign, `${nameOf(campaign)} is on. ${SOON}`);
    });
  landers
    .command('off')
    .addArgument(landerArgument())
    .addArgument(slugArgument())
    .description('Ends a campaign: its address shows the landing page’s own words, and is still counted')
    .option(...SITE)
    .requiredOption(...REASON)
    .action(
      async (
        lander: LanderName,
        slug: string | undefined,
        { site: host, reason }: { site: string; reason: string },
      ) => {
        const site = await siteOf(admin, host);
        const name = nameOf({ lander, slug });
        const act = { act: 'lander.off', target: `${site}:${name}`, reason };
        await admin.act(act, async (core) => {
          const editor = { by: admin.operator(), reason: reason.trim() };
          return done(await core.pages.landers.operate.end(site, lander, slug, editor));
        });
        admin.show({ lander, slug: slug ?? '', off: true }, `${name} is off. ${SOON}`);
      },
    );
}

async function readCampaignFile(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new Unable(`${path} can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Reads the pictures and videos of a campaign: files beside it, or https addresses, which are copied once. */
function fileBeside(campaign: string) {
  return async (name: string, mostBytes: number): Promise<{ done: Uint8Array } | { problem: string }> => {
    try {
      const bytes = /^https:/i.test(name)
        ? await download(name, mostBytes)
        : await readBounded(resolve(dirname(campaign), name), mostBytes);
      if (bytes.length === 0) return { problem: `${name} is empty.` };
      return { done: bytes };
    } catch (error) {
      if (error instanceof TooLarge) return { problem: `${name} has ${error.message}` };
      return { problem: `${name} can't be read: ${error instanceof Error ? error.message : String(error)}` };
    }
  };
}

class TooLarge extends Error {
  override name = 'TooLarge';

  constructor(bytes: number | undefined, mostBytes: number) {
    const size = bytes === undefined ? 'more' : megabytes(bytes);
    super(`${size}: at most ${megabytes(mostBytes)} are taken.`);
  }
}

const megabytes = (bytes: number) => `${Math.round(bytes / 100_000) / 10} MB`;

async function readBounded(path: string, mostBytes: number): Promise<Uint8Array> {
  const { size } = await stat(path);
  if (size > mostBytes) throw new TooLarge(size, mostBytes);
  return readFile(path);
}

const DOWNLOAD_MS = 30_000;

async function download(address: string, mostBytes: number): Promise<Uint8Array> {
  const answer = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(DOWNLOAD_MS) });
  if (!answer.ok || !answer.body) throw new Error(`the server answered ${answer.status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body) {
    size += chunk.length;
    if (size > mostBytes) throw new TooLarge(undefined, mostBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
