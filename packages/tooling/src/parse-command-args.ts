import { type ParseArgsConfig, parseArgs } from 'node:util';

/**
 * Parses the arguments of a command. `--help` prints `usage` and exits with code 0.
 * Unknown arguments print `usage` as an error and exit with code 2.
 */
export function parseCommandArgs<const Options extends NonNullable<ParseArgsConfig['options']>>(
  usage: string,
  options: Options,
): ReturnType<typeof parseArgs<{ options: Options }>>['values'] {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  try {
    return parseArgs({ args, options }).values;
  } catch {
    process.stderr.write(`unknown argument: ${args.join(' ')}. ${usage}\n`);
    process.exit(2);
  }
}
