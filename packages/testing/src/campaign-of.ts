import { readOptions } from './read-options.ts';

/**
 * Reads the command line of a campaign: `--seeds 200` from `--first 1` on, or `--seed 4711` alone. A campaign adds
 * whole numbers (`defaults`) and switches. `--help` prints `about`, a sentence that names the command, with the
 * options, and exits with code 0; errors exit with code 2 and the reason.
 */
export function campaignOf<Name extends string, Switch extends string = never>(
  about: string,
  defaults: Record<Name | 'seeds', number>,
  switches: readonly Switch[] = [],
): { seeds: number[]; numbers: Record<Name, number>; is: Record<Switch, boolean> } {
  const known: Record<string, number> = { first: 1, ...defaults };
  const values = valuesOf({
    ...Object.fromEntries(Object.keys(known).map((name) => [name, { type: 'string' }])),
    ...Object.fromEntries(switches.map((name) => [name, { type: 'boolean' }])),
    seed: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  });
  const options = [
    ...Object.entries(known).map(([name, usual]) => `--${name} ${usual}`),
    ...switches.map((name) => `--${name}`),
  ].join(', ');
  if (values['help']) {
    process.stdout.write(`${about} Options: ${options}, or --seed 4711 for one alone.\n`);
    process.exit(0);
  }
  const numbers = Object.fromEntries(
    Object.entries(known).map(([name, usual]) => [name, Number(values[name] ?? usual)]),
  ) as Record<Name | 'seeds' | 'first', number>;
  if (values['seed'] !== undefined) Object.assign(numbers, { first: Number(values['seed']), seeds: 1 });
  if (!Object.values<number>(numbers).every((number) => Number.isInteger(number) && number > 0)) {
    const usual = Object.entries(known).map(([name, number]) => `--${name} ${number}`);
    refuse(`Whole numbers above 0: ${usual.join(', ')}, or --seed 4711 alone.`);
  }
  return {
    seeds: Array.from({ length: numbers.seeds }, (_, n) => numbers.first + n),
    numbers,
    is: Object.fromEntries(switches.map((name) => [name, values[name] === true])) as Record<Switch, boolean>,
  };
}

type Options = Record<string, { type: 'string' | 'boolean'; short?: string }>;

function valuesOf(options: Options): Record<string, string | boolean | undefined> {
  try {
    return readOptions({ options }).values;
  } catch (error) {
    return refuse((error as Error).message);
  }
}

function refuse(words: string): never {
  process.stderr.write(`${words}\n`);
  process.exit(2);
}
