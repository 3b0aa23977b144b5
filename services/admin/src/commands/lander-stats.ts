import { LANDER_SPLITS, type LanderFigures, type LanderRate, type LanderSplit } from '@heartline/contracts';
import { type Command, Option } from 'commander';
import { type Admin, done } from '../admin.ts';
import { money } from '../print/money.ts';
import { type Row, table } from '../print/table.ts';
import { siteOf } from './which-site.ts';

interface Given {
  site: string;
  from?: string;
  to?: string;
  by?: LanderSplit;
  lander?: string;
  slug?: string;
}

/** `admin landers stats`: visits, and the sign-ups, purchases and money that came of them. */
export function addLanderStats(landers: Command, admin: Admin): void {
  landers
    .command('stats')
    .description('What landing pages brought: views, starts, sign-ups, buyers and money, with 95 % intervals')
    .option('--site <host>', 'the site; without it, hosts that nobody set up', 'default')
    .option('--from <day>', 'the first UTC day; without it, 30 days until the last one')
    .option('--to <day>', 'the last UTC day; without it, today')
    .addOption(
      new Option('--by <split>', 'a row for each; without it, for each landing page').choices(LANDER_SPLITS),
    )
    .option('--lander <name>', 'only this landing page')
    .option('--slug <slug>', 'only this campaign')
    .action(async ({ site: host, ...given }: Given) => {
      const site = await siteOf(admin, host);
      const { landers: campaigns } = (await admin.core()).pages;
      const { from, to, rows } = done(await campaigns.operate.stats(site, given));
      const data = { site, from, to, by: given.by ?? 'lander', rows };
      const title = `${from} to ${to} (UTC), site ${site}. Sign-ups of these days, with all that they paid since.`;
      admin.show(data, `${title}\n\n${table(rows.map(rowOf), 'No visit and no sign-up.')}`);
    });
}

function rowOf({ of, revenue, rates, ...counts }: LanderFigures): Row {
  return {
    ...Object.fromEntries(Object.entries(of).map(([name, value]) => [name, value || null])),
    views: counts.views,
    starts: counts.starts,
    'start rate': percent(rates.start),
    'sign-ups': counts.signUps,
    'sign-up rate': percent(rates.signUp),
    activated: counts.activated,
    'activation rate': percent(rates.activation),
    buyers: counts.buyers,
    'buyer rate': percent(rates.purchase),
    revenue: revenue.map(({ cents, currency }) => money(cents, currency)).join(', ') || null,
  };
}

/** A rate with its 95 % interval, such as `4.0 % (3.0–5.4)`. */
function percent(rate: LanderRate): string | null {
  if (rate === 'too few') return 'too few to say';
  if (rate === 'unknown') return null;
  const [share, low, high] = [rate.share, rate.low, rate.high].map((one) => (100 * one).toFixed(1));
  return `${share} % (${low}–${high})`;
}
