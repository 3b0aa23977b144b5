/**
 * Why the options of a command line were not understood, and which ones there are. `error` is what `parseArgs` threw: it
 * goes on about words that begin with a dash, which nobody meant to write.
 */
export function optionsSaid(error: unknown, names: readonly string[]): string {
  const [why = ''] = (error instanceof Error ? error.message : String(error)).split(/\. To specify|\.?\n/, 1);
  const known = names.length > 0 ? names.map((name) => `--${name}`).join(', ') : 'none';
  return `${why}. Options it takes: ${known}.`;
}
