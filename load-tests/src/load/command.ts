import { LIMITS } from '@heartline/contracts';
import { gatewaySchema, readOptions, workerSchema } from '@heartline/testing/bench-access';
import { BOUNDS, PLANS, type Plan, type RunPlan } from '../../lib/plan.ts';

/** Options of `npm run load`. */
const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  members: { type: 'string' },
  rate: { type: 'string' },
  minutes: { type: 'string' },
  set: { type: 'string', multiple: true },
  url: { type: 'string', multiple: true },
  accounts: { type: 'string' },
  summary: { type: 'string' },
  bench: { type: 'string' },
  beside: { type: 'string' },
  gateways: { type: 'string' },
  messages: { type: 'string' },
  turns: { type: 'string' },
  visits: { type: 'string' },
  'sign-ups': { type: 'string' },
} as const;

type Option = keyof typeof OPTIONS;

/** Options of the commands that are not scenarios. */
const TAKEN = new Map<string | undefined, readonly Option[]>([
  ['compare', []],
  ['report', []],
  ['calibrate', []],
  ['landers', ['gateways', 'minutes', 'sign-ups', 'visits']],
  ['peers', ['bench', 'beside', 'gateways', 'messages', 'turns']],
]);
const OF_SCENARIOS: readonly Option[] = [
  'members',
  'rate',
  'minutes',
  'set',
  'turns',
  'url',
  'accounts',
  'summary',
];

export type Values = ReturnType<typeof readCommand>['values'];

/**
 * Parses the command line. Throws on options that the command does not take, and on arguments that only `compare`
 * takes.
 */
export function readCommand(argv: readonly string[]) {
  const asked = argv.find((word) => !word.startsWith('-'));
  const { values, positionals } = readOptions(
    { args: [...argv], allowPositionals: true, options: OPTIONS },
    TAKEN.get(asked) ?? OF_SCENARIOS,
  );
  if (values.help) return { values, positionals: ['help'] };
  const [what, ...rest] = positionals;
  if (what !== 'compare' && rest.length > 0)
    throw new Error(`${what} takes no '${rest.join(' ')}': options begin with --.`);
  if (what === undefined) return { values, positionals };
  const taken = TAKEN.get(what) ?? OF_SCENARIOS;
  const idle = (Object.keys(values) as Option[]).filter((name) => !taken.includes(name));
  if (idle.length > 0) throw new Error(`${what} takes no --${idle.join(', no --')}.`);
  if (values.accounts !== undefined && !values.url)
    throw new Error('--accounts are members of gateways that run already: name those by --url=ORIGIN.');
  return { values, positionals };
}

/** The plan of a scenario with the changes of the command line; throws a readable error if they are out of bounds. */
export function planOf(name: string, values: Partial<Values>): RunPlan {
  const plan: Plan | undefined = Object.hasOwn(PLANS, name) ? PLANS[name as keyof typeof PLANS] : undefined;
  if (!plan)
    throw new Error(`There is no plan '${name}' in lib/plan.ts. Known: ${Object.keys(PLANS).join(', ')}.`);
  const members = bounded('members', values.members, plan.members);
  if (plan.kill && values.url)
    throw new Error(`${name} kills a gateway, and those at --url are not its own: run it without.`);
  const { points: signIns } = LIMITS.login;
  if (plan.signIn && !values.url && members > signIns)
    throw new Error(
      `${name} signs its members in, and the app lets ${signIns} in a minute from one network: --members=${signIns} at most, or another scenario.`,
    );
  return {
    name,
    ...plan,
    // Members act in pairs.
    members: members - (members % 2),
    rate: bounded('rate', values.rate, plan.rate),
    minutes: bounded('minutes', values.minutes, plan.minutes),
    ...settingsOf(values),
  };
}

/** Settings from `--set=NAME=VALUE`; the services themselves check the values. */
function settingsOf({ set = [], url }: Partial<Values>): Pick<RunPlan, 'settings'> {
  if (set.length === 0) return {};
  if (url)
    throw new Error('--set is for services that the command starts itself; those at --url run already.');
  const known = { ...gatewaySchema.shape, ...workerSchema.shape };
  const pairs = set.map((given): [string, string] => {
    const [, name = '', value] = /^([^=]*)=(.*)$/.exec(given) ?? [];
    if (value === undefined || !Object.hasOwn(known, name))
      throw new Error(
        `--set takes NAME=VALUE with a setting of infra/reference/configuration.md, not '${given}'.`,
      );
    return [name, value];
  });
  return { settings: Object.fromEntries(pairs) };
}

/** A number of the command line, `usual` by default; throws a readable error if it is out of bounds. */
export function bounded(name: keyof typeof BOUNDS, given: string | undefined, usual: number): number {
  if (given === undefined) return usual;
  const { least, most, isWhole } = BOUNDS[name];
  const value = Number(given);
  if (!(value >= least && value <= most) || (isWhole && !Number.isInteger(value)))
    throw new Error(
      `--${name} takes a ${isWhole ? 'whole ' : ''}number from ${least} to ${most}, not '${given}'.`,
    );
  return value;
}
