import { type PaymentMethod, paymentMethod } from '@heartline/contracts';
import type { Core } from '@heartline/core';
import { type Command, InvalidArgumentError } from 'commander';
import { type Admin, done, Unable } from '../admin.ts';
import { type Row, table } from '../print/table.ts';
import { siteOf } from './which-site.ts';

const SITE = ['--site <host>', 'site, by one of its hosts', 'default'] as const;

type Method = PaymentMethod | '*';
type Ways = Awaited<ReturnType<Core['payments']['listMethods']>>;
type Way = Ways[number];

function methodOf(typed: string): Method {
  if (typed === '*') return typed;
  const method = paymentMethod.safeParse(typed);
  if (method.success) return method.data;
  throw new InvalidArgumentError(`It takes * or one of ${paymentMethod.options.join(', ')}.`);
}

/** `admin methods`: which ways to pay a site offers, and the accounts that serve them. */
export function addMethodCommands(program: Command, admin: Admin): void {
  const methods = program.command('methods').description('Ways to pay: list, route, check');
  methods
    .command('list')
    .option(...SITE)
    .option('--country <country>', 'in one country, such as NL, with the reasons in words')
    .description('Each way to pay: where it is offered or why not, and the accounts that serve it')
    .action((options: { site: string; country?: string }) => list(admin, options));
  methods
    .command('route')
    .argument('<site>', 'site, by one of its hosts')
    .argument('<method>', 'a way to pay, or * for every other', methodOf)
    .argument('[accounts...]', 'accounts that serve it, the first choice first')
    .option('--remove', 'takes the route away: every account that can serve it does')
    .requiredOption('--reason <text>', 'why, for the audit log')
    .description('Sets which accounts serve a way to pay')
    .action((site: string, method: Method, accounts: string[], options: { remove?: true; reason: string }) =>
      route(admin, { host: site, method, accounts, ...options }),
    );
  methods
    .command('check')
    .option(...SITE)
    .description('Checks the routes, and makes one harmless call at each account')
    .action(({ site }: { site: string }) => check(admin, site));
}

async function list(
  admin: Admin,
  { site: host, country }: { site: string; country?: string },
): Promise<void> {
  const site = await siteOf(admin, host);
  const ways = await (await admin.core()).payments.listMethods(site);
  const asked = ways.filter((way) => country === undefined || way.country === country.toUpperCase());
  if (asked.length === 0) throw new Unable(`The site ${site} does not serve the country ${country}.`);
  admin.show(asked, table(country === undefined ? rowsByMethod(asked) : asked.map(rowInCountry)));
}

const routeWords = ({ route }: Pick<Way, 'route'>) => route.join(', ') || null;

/** Why a way to pay can't be had, and what to do about it if there is something. */
const REASONS: Readonly<Record<Exclude<Way['reason'], null>, string>> = {
  country: 'not in this country',
  currency: 'not in this currency',
  amount: 'not for these prices',
  device: 'not on this device',
  closed: 'closed',
  retired: 'its scheme has ended (setting retired_methods)',
  blocked: 'closed for this member',
  'switched-off': 'not in the setting payment_methods',
  'no-account': 'no account serves it: see methods route',
};

function rowInCountry({ method, currency, reason, route }: Way): Row {
  return {
    method,
    offered: reason === null ? 'yes' : REASONS[reason],
    currency,
    accounts: routeWords({ route }),
  };
}

/** One row a way to pay: the countries it is offered in, else its reason. */
function rowsByMethod(ways: Ways): Row[] {
  return [...Map.groupBy(ways, ({ method }) => method)].map(([method, inCountries]) => {
    const offered = inCountries.filter(({ reason }) => reason === null);
    const refused = inCountries.filter(({ reason }) => reason !== null && reason !== 'country');
    const [first] = refused.length > 0 ? refused : inCountries;
    const isNowhere = offered.length === 0 && first?.reason;
    return {
      method,
      offered: isNowhere ? `no: ${REASONS[isNowhere]}` : offered.map(({ country }) => country).join(' '),
      accounts: inCountries[0] ? routeWords(inCountries[0]) : null,
    };
  });
}

interface Route {
  host: string;
  method: Method;
  accounts: readonly string[];
  remove?: true;
  reason: string;
}

async function route(admin: Admin, { host, method, accounts, remove, reason }: Route): Promise<void> {
  if ((accounts.length === 0) !== (remove === true)) {
    throw new Unable('Name the accounts, the first choice first, or take the route away with --remove.');
  }
  const site = await siteOf(admin, host);
  const detail = { method, accounts: remove ? null : accounts };
  const routes = await admin.act({ act: 'method.route', target: site, reason, detail }, async (core) => {
    const { payment_routes: before } = (await core.site.operate.read(site)).privately;
    const others = Object.entries(before).filter(([routed]) => routed !== method);
    const wanted = Object.fromEntries(remove ? others : [...others, [method, accounts]]);
    const problems = core.payments.routeProblems(site, remove ? {} : { [method]: [...accounts] });
    if (problems.length > 0) throw new Unable(problems.join('\n'));
    done(await core.site.operate.set(site, 'payment_routes', JSON.stringify(wanted)));
    return wanted;
  });
  const words = remove ? 'every account that can serve it' : accounts.join(', then ');
  admin.show(
    { site, routes },
    `${site}: ${method} goes to ${words}. Gateways and workers follow within 5 seconds.`,
  );
}

async function check(admin: Admin, host: string): Promise<void> {
  const site = await siteOf(admin, host);
  const { payments } = await admin.core();
  const [routes, accounts] = [await payments.siteRouteProblems(site), await payments.checkAccounts()];
  const rows = accounts.map(({ account, provider, problem }) => ({
    account,
    provider,
    answer: problem === null ? 'well' : 'see below',
  }));
  const problems = [
    ...routes,
    ...accounts.flatMap(({ account, problem }) => (problem === null ? [] : `${account}: ${problem}`)),
  ];
  const routed = routes.length === 0 ? `The routes of ${site} hold.` : `The routes of ${site} do not hold.`;
  admin.show({ site, routes, accounts }, `${table(rows)}\n\n${routed}`);
  if (problems.length > 0) throw new Unable(problems.join('\n'));
}
