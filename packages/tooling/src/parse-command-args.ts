import { type ParseArgsConfig, parseArgs } from 'node:util';

/**
 * Reads the words behind a command. `--help` prints `usage`, a sentence that names the command, and ends the process with
 * code 0. Words that `options` does not have end it with code 2, and the same sentence.
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
    process.stderr.write(`It was given '${args.join(' ')}'. ${usage}\n`);
    process.exit(2);
  }
}
