/**
 * Ends the process where words follow a command that takes none: with its use and code 0 for `--help`, else with code 2.
 * So `npm run reset -- --help` deletes nothing. `about` says what the command does.
 */
export function rejectArguments(command: string, about: string): void {
  const args = process.argv.slice(2);
  if (args.length === 0) return;
  const usage =
    'HEARTLINE_PORT and HEARTLINE_DATA choose its ports and its folder, and infra/reference/configuration.md has the ' +
    'other variables.';
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`${command} ${about}. It takes no words: ${usage}\n`);
    process.exit(0);
  }
  process.stderr.write(
    `${command} ${about}. It takes no words, and was given '${args.join(' ')}': ${usage}\n`,
  );
  process.exit(2);
}
