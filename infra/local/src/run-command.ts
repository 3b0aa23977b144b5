import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

interface Failure {
  stdout?: string;
  stderr?: string;
  killed?: boolean;
  code?: number | string;
}

export interface CommandOptions {
  timeoutMs?: number;
  cwd?: string;
}

/**
 * Runs a command to its end and answers with what it printed. Variables are passed with `env NAME=value command`.
 * Throws an error that shows the command's last lines.
 */
export async function runCommand(
  command: string,
  args: readonly string[],
  { timeoutMs = 900_000, cwd }: CommandOptions = {},
): Promise<string> {
  try {
    const { stdout } = await execute(command, args, {
      timeout: timeoutMs,
      maxBuffer: 64 * 1024 * 1024,
      ...(cwd && { cwd }),
    });
    return stdout;
  } catch (error) {
    const { stdout = '', stderr = '', killed, code } = error as Failure;
    const why = killed ? `took longer than ${timeoutMs / 1000} s` : `failed (${code})`;
    const lines = `${stdout}\n${stderr}`.trim().split('\n').slice(-8).join('\n');
    throw new Error(`${[command, ...args].join(' ').slice(0, 200)} ${why}\n${lines}`, { cause: error });
  }
}

/** The full path of a program on PATH, or `undefined`. */
export async function onPath(...names: string[]): Promise<string | undefined> {
  for (const name of names) {
    const found = await runCommand('sh', ['-c', 'command -v "$1"', 'sh', name]).catch(() => '');
    if (found.startsWith('/')) return found.trim();
  }
  return undefined;
}
