import { parseArgs } from 'node:util';

/**
 * What a campaign of seeds is asked to do on its command line: `--seeds 200` from `--first 1` on, or `--seed 4711` alone,
 * beside whole numbers of its own (`defaults`) and switches. Anything else ends the process with code 2, and says why.
 */
export function campaignOf<Name extends string, Switch extends string = never>(
  defaults: Record<Name | 'seeds', number>,
  switches: readonly Switch[] = [],
): { seeds: number[]; numbers: Record<Name, number>; is: Record<Switch, boolean> } {
  const known: Record<string, number> = { first: 1, ...defaults };
  const { values }: { values: Record<string, string | boolean | undefined> } = parseArgs({
    options: {
      ...Object.fromEntries(Object.keys(known).map((name) => [name, { type: 'string' as const }])),
      ...Object.fromEntries(switches.map((name) => [name, { type: 'boolean' as const }])),
      seed: { type: 'string' },
    },
  });
  const numbers = Object.fromEntries(
    Object.entries(known).map(([name, usual]) => [name, Number(values[name] ?? usual)]),
  ) as Record<Name | 'seeds' | 'first', number>;
  if (values['seed'] !== undefined) Object.assign(numbers, { first: Number(values['seed']), seeds: 1 });
  if (!Object.values<number>(numbers).every((number) => Number.isInteger(number) && number > 0)) {
    const usual = Object.entries(known).map(([name, number]) => `--${name} ${number}`);
    process.stderr.write(`Whole numbers above 0: ${usual.join(', ')}, or --seed 4711 alone.\n`);
    process.exit(2);
  }
  return {
    seeds: Array.from({ length: numbers.seeds }, (_, n) => numbers.first + n),
    numbers,
    is: Object.fromEntries(switches.map((name) => [name, values[name] === true])) as Record<Switch, boolean>,
  };
}
