import { runAdmin } from './run-admin.ts';

// `admin … | head` takes what it wants; an act that was begun is still done and written down.
process.stdout.on('error', () => undefined);
process.exitCode = await runAdmin(process.argv.slice(2), {
  write: (text) => void process.stdout.write(text),
  writeError: (text) => void process.stderr.write(text),
});
