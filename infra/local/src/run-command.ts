import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { endWithUs } from './process-group.ts';

export interface CommandOptions {
  timeoutMs?: number;
  cwd?: string;
}

/**
 * Runs a command to its end and returns its output. Variables are passed with `env NAME=value command`. The command and
 * its children end with this process; an error shows its last lines.
 */
export async function runCommand(
  command: string,
  args: readonly string[],
  { timeoutMs = 900_000, cwd }: CommandOptions = {},
): Promise<string> {
  const child = spawn(command, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
    ...(cwd && { cwd }),
  });
  endWithUs(child, 'SIGTERM');
  const printed = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => (printed[stream] += text));
  const code = await once(child, 'close').then(
    ([exitCode]) => exitCode as number | null,
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  );
  if (code === 0) return printed.stdout;
  const why = child.killed
    ? `took longer than ${timeoutMs / 1000} s`
    : `failed (${code ?? child.signalCode})`;
  const lines = `${printed.stdout}\n${printed.stderr}`.trim().split('\n').slice(-8).join('\n');
  throw new Error(`${[command, ...args].join(' ').slice(0, 200)} ${why}\n${lines}`);
}

/** The full path of a program on PATH, or `undefined`. */
export async function onPath(...names: string[]): Promise<string | undefined> {
  for (const name of names) {
    const found = await runCommand('sh', ['-c', 'command -v "$1"', 'sh', name]).catch(() => '');
    if (found.startsWith('/')) return found.trim();
  }
  return undefined;
}
