import type { Command } from 'commander';
import { type Admin, done, Unable } from '../admin.ts';
import { money } from '../print/money.ts';
import { table, time } from '../print/table.ts';
import { siteOf } from './which-site.ts';

const SITE = ['<site>', 'site, by one of its hosts'] as const;
const CURRENCY = 'such as EUR';
const PACK = 'p0 to p3, the smallest first';

/** `admin prices`: what the packs of a site cost. */
export function addPriceCommands(program: Command, admin: Admin): void {
  const prices = program.command('prices').description('Prices of the credit packs, per site and currency');
  prices
    .command('show')
    .argument(...SITE)
    .argument('[currency]', CURRENCY)
    .description('The prices now, and the lowest of the 30 days before a reduction')
    .action((host: string, currency: string | undefined) => show(admin, host, currency));
  prices
    .command('set')
    .argument(...SITE)
    .argument('<currency>', CURRENCY)
    .argument('<pack>', PACK)
    .option('--cents <cents>', 'its price with taxes, in hundredths: 1999 is 19.99', '')
    .option('--credits <credits>', 'the credits it holds', '')
    .option('--reason <text>', 'why, for the audit log and the history', '')
    .description('Sets the price of a pack; a larger pack is never dearer per credit')
    .action((host: string, currency: string, pack: string, options: Typed) =>
      set(admin, host, { currency, pack, ...options }),
    );
  prices
    .command('history')
    .argument(...SITE)
    .argument('[currency]', CURRENCY)
    .argument('[pack]', PACK)
    .description('Every price that was set, the newest first: by whom, and why')
    .action((host: string, currency: string | undefined, pack: string | undefined) =>
      history(admin, host, { currency, pack }),
    );
}

async function show(admin: Admin, host: string, currency: string | undefined): Promise<void> {
  const site = await siteOf(admin, host);
  const prices = done(await (await admin.core()).payments.prices.show(site, currency));
  const rows = prices.map((one) => ({
    pack: one.pack,
    credits: one.credits,
    price: money(one.cents, one.currency),
    'per credit': (one.cents / one.credits / 100).toFixed(4),
    'lowest before': one.priorCents === null ? null : money(one.priorCents, one.currency),
    since: one.since === null ? 'default' : time(one.since),
  }));
  admin.show({ site, prices }, table(rows));
}

interface Typed {
  cents: string;
  credits: string;
  reason: string;
}

async function set(
  admin: Admin,
  host: string,
  { reason, cents, credits, ...pack }: Typed & { currency: string; pack: string },
): Promise<void> {
  if (!cents || !credits) throw new Unable('Name the price and the credits: --cents 1999 --credits 60');
  const site = await siteOf(admin, host);
  const wanted = { ...pack, cents: Number(cents), credits: Number(credits) };
  const act = { act: 'price.set', target: site, reason, detail: wanted };
  const price = await admin.act(act, async (core) =>
    done(await core.payments.prices.set(site, wanted, { by: admin.operator(), reason: reason.trim() })),
  );
  const costs = `${price.pack} costs ${money(price.cents, price.currency)} for ${price.credits} credits`;
  admin.show({ site, ...price }, `${site}: ${costs}. Members see it within 5 seconds.`);
}

async function history(
  admin: Admin,
  host: string,
  of: { currency: string | undefined; pack: string | undefined },
): Promise<void> {
  const site = await siteOf(admin, host);
  const found = done(await (await admin.core()).payments.prices.history(site, of));
  const rows = found.map(({ currency, pack, cents, credits, at, by, reason }) => ({
    at: time(at),
    pack,
    credits,
    price: money(cents, currency),
    by,
    reason,
  }));
  admin.show(found, table(rows, 'No price was set: the defaults hold.'));
}
