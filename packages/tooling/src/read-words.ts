import { type ParseArgsConfig, parseArgs } from 'node:util';

/**
 * Reads the words behind a command. `--help` prints `usage`, a sentence that names the command, and ends the process with
 * code 0. Words that `options` does not have end it with code 2, and the same sentence.
 */
export function readWords<const Options extends NonNullable<ParseArgsConfig['options']>>(
  usage: string,
  options: Options,
): ReturnType<typeof parseArgs<{ options: Options }>>['values'] {
  const words = process.argv.slice(2);
  if (words.includes('--help') || words.includes('-h')) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  try {
    return parseArgs({ args: words, options }).values;
  } catch {
    process.stderr.write(`It was given '${words.join(' ')}'. ${usage}\n`);
    process.exit(2);
  }
}
