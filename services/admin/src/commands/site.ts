import type { Core } from '@heartline/core';
import type { Command } from 'commander';
import { type Admin, done, Unable } from '../admin.ts';
import { table } from '../print/table.ts';

const REASON = ['--reason <words>', 'why, for the audit log'] as const;
/** Services do not start with a route to an account that can't serve it. */
const ROUTES =
  'Routes are set by a command that checks them: admin methods route <site> <method> <accounts…>';
const SOON = 'Gateways and workers follow within 5 seconds.';

/** `admin site`: the sites of this installation and how each is set. */
export function addSiteCommands(program: Command, admin: Admin): void {
  const site = program
    .command('site')
    .description('The sites of this installation; "default" holds for every host');
  addReading(site, admin);
  addChanging(site, admin);
}

function addReading(site: Command, admin: Admin): void {
  site
    .command('list')
    .description('The hosts that were set up')
    .action(async () => {
      const rows = await (await admin.core()).site.operate.list();
      const shown = rows.map(({ _id: host, site: joined, company, ...settings }) => ({
        host,
        site: joined ?? host,
        sets: [...Object.keys(settings), ...Object.keys(company ?? {}).map((name) => `company.${name}`)].join(
          ', ',
        ),
      }));
      admin.show(rows, table(shown, 'No site was set up yet: every host is the site "default".'));
    });
  site
    .command('show <host> [setting]')
    .description('Every setting of a host, and where it comes from')
    .action(async (host: string, setting: string | undefined) => {
      const { site: sites } = await admin.core();
      const rows = settingRows(
        sites.operate.defaults(),
        await sites.operate.list(),
        await sites.operate.read(host),
        host,
      );
      const asked = rows.filter((row) => setting === undefined || row.setting === setting);
      if (asked.length === 0) throw new Unable(`There is no setting "${setting}".`);
      admin.show(
        asked,
        table(
          asked.map((row) => ({ setting: row.setting, value: JSON.stringify(row.value), from: row.from })),
        ),
      );
    });
}

type Rows = Awaited<ReturnType<Core['site']['operate']['list']>>;

function settingRows(
  defaults: ReadonlyMap<string, unknown>,
  rows: Rows,
  read: Awaited<ReturnType<Core['site']['operate']['read']>>,
  host: string,
) {
  const own = (id: string, name: string) =>
    pick(rows.find((row) => row._id === id) ?? {}, name) !== undefined;
  // As they are laid over each other: the host, the site it was joined to, all sites.
  const layers = [host, ...(read.site === host ? [] : [read.site]), 'default'];
  return [...defaults.keys()].map((setting) => {
    const from = layers.find((layer) => own(layer, setting)) ?? 'product';
    return {
      setting,
      value: pick({ ...read.settings, ...read.privately, company: read.company }, setting),
      from,
    };
  });
}

/** The value under `name` or `company.name`. */
function pick(of: object, name: string): unknown {
  return name
    .split('.')
    .reduce<unknown>((inner, part) => (inner as Record<string, unknown> | undefined)?.[part], of);
}

function addChanging(site: Command, admin: Admin): void {
  site
    .command('add <host>')
    .description('Sets a host up')
    .option('--site <host>', 'joins it to the site of another host')
    .requiredOption(...REASON)
    .action(async (host: string, { site: joined, reason }: { site?: string; reason: string }) => {
      const act = { act: 'site.add', target: host, reason, detail: { site: joined ?? host } };
      const site = await admin.act(act, async (core) => done(await core.site.operate.add(host, joined)));
      const joinedTo = site === host ? '' : ` as a host of ${site}`;
      admin.show({ host, site }, `${host} is set up${joinedTo}. ${SOON}`);
    });
  site
    .command('set <host> <setting> <value>')
    .description('Sets one setting: a text, a number, yes or no, a list with commas, or JSON')
    .requiredOption(...REASON)
    .action(async (host: string, name: string, typed: string, { reason }: { reason: string }) => {
      if (name === 'payment_routes') throw new Unable(ROUTES);
      const act = { act: 'site.set', target: host, reason, detail: { setting: name, value: typed } };
      const value = await admin.act(act, async (core) =>
        done(await core.site.operate.set(host, name, typed)),
      );
      admin.show({ host, setting: name, value }, `${host}: ${name} is ${JSON.stringify(value)}. ${SOON}`);
    });
  site
    .command('unset <host> <setting>')
    .description('Takes a setting back to what the site it was joined to, "default" or the product says')
    .requiredOption(...REASON)
    .action(async (host: string, name: string, { reason }: { reason: string }) => {
      const act = { act: 'site.unset', target: host, reason, detail: { setting: name } };
      await admin.act(act, async (core) => done(await core.site.operate.unset(host, name)));
      admin.show({ host, setting: name, value: null }, `${host}: ${name} is no longer set. ${SOON}`);
    });
}
