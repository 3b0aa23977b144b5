import { runAdmin } from './run-admin.ts';

// `admin … | head` takes what it wants; an act that was begun is still done and written down.
process.stdout.on('error', () => undefined);
// Pictures of cases that an operator saves are for that operator alone.
process.umask(0o077);
process.exitCode = await runAdmin(process.argv.slice(2), {
  write: (text) => void process.stdout.write(text),
  writeError: (text) => void process.stderr.write(text),
});
