/**
 * Ends the process with code 2 where words follow a command that takes none: who asks `npm run reset -- --help` wants to
 * read, and deletes nothing. `about` says what the command does.
 */
export function takeNoWords(command: string, about: string): void {
  const words = process.argv.slice(2);
  if (words.length === 0) return;
  process.stderr.write(
    `${command} ${about}. It takes no words, and was given '${words.join(' ')}': HEARTLINE_PORT and HEARTLINE_DATA ` +
      'choose its ports and its folder, and infra/reference/configuration.md has the other variables.\n',
  );
  process.exit(2);
}
