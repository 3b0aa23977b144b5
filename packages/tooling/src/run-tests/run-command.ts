import { spawn } from 'node:child_process';

/** The browser tests, the longest, take eighteen minutes on two cores of a cloud machine, whose speed varies by a third. */
const TIME_LIMIT_MS = 30 * 60_000;

/**
 * Runs a command with its output passed straight through, and answers whether it ended with 0.
 * It is stopped after 30 minutes. Ctrl-C or SIGTERM stops it first, then this process.
 */
export async function runCommand([program, ...args]: [string, ...string[]]): Promise<boolean> {
  const child = spawn(program, args, { stdio: 'inherit', timeout: TIME_LIMIT_MS });
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
