import { spawn } from 'node:child_process';

/**
 * How long all commands of this process may take together: less than the hour that a build machine gives. Twenty-eight
 * minutes are usual on two cores of a cloud machine, in a slow hour it has taken twice that.
 */
const TIME_LIMIT_MS = 57 * 60_000;

/**
 * Runs a command with its output passed straight through, and answers whether it ended with 0.
 * It is stopped when the time of all commands is over. Ctrl-C or SIGTERM stops it first, then this process.
 */
export async function runCommand([program, ...args]: [string, ...string[]]): Promise<boolean> {
  const leftMs = Math.max(1, Math.round(TIME_LIMIT_MS - performance.now()));
  const child = spawn(program, args, { stdio: 'inherit', timeout: leftMs });
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
      console.error(`${program} could not be started: ${error.message}`);
      end(false);
    });
    child.once('exit', (code) => end(code === 0));
  });
}
