import { type ParseArgsConfig, parseArgs } from 'node:util';

/**
 * Reads a command line as `parseArgs` does. Throws an error that names the unknown part and the options of `config`,
 * or the given `names`.
 */
export function readOptions<T extends ParseArgsConfig>(
  config: T,
  names: readonly string[] = Object.keys(config.options ?? {}),
): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new Error(optionsSaid(error, names), { cause: error });
  }
}

/** Shortens the message of `parseArgs`, which adds advice about arguments that begin with a dash. */
function optionsSaid(error: unknown, names: readonly string[]): string {
  const [why = ''] = (error instanceof Error ? error.message : String(error)).split(/\. To specify|\.?\n/, 1);
  const known = names.length > 0 ? names.map((name) => `--${name}`).join(', ') : 'none';
  return `${why}. Options it takes: ${known}.`;
}
