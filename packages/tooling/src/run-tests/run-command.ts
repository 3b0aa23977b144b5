import { spawn } from 'node:child_process';

/** All commands of this process must end within this time. A build machine ends the whole run after one hour. */
const TIME_LIMIT_MS = 57 * 60_000;

/**
 * Runs a command, with its output in the terminal, and answers whether it exited with code 0. It stops the command after
 * `limitMs`, or when the time of all commands is over. Ctrl-C or SIGTERM stops the command first, then this process.
 */
export async function runCommand(
  [program, ...args]: [string, ...string[]],
  limitMs = TIME_LIMIT_MS,
): Promise<boolean> {
  const timeout = Math.max(1, Math.min(limitMs, Math.round(TIME_LIMIT_MS - performance.now())));
  const child = spawn(program, args, { stdio: 'inherit', timeout });
  const stop = (signal: NodeJS.Signals) => {
    child.once('exit', () => process.exit(1));
    child.kill(signal);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  return await new Promise((resolve) => {
    const end = (ended: boolean) => {
      process.off('SIGINT', stop).off('SIGTERM', stop);
      resolve(ended);
    };
    child.once('error', (error) => {
      console.error(`could not start ${program}: ${error.message}`);
      end(false);
    });
    child.once('exit', (code) => end(code === 0));
  });
}
