import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { descendantsOf } from './process-identity.ts';

/**
 * Children that never outlive this process: not after Ctrl-C, SIGTERM or SIGKILL.
 *
 * - Each child leads a process group, so Ctrl-C in the terminal reaches only this process, which ends them in order.
 * - One watchdog shell per process reads the list of children from a pipe. The system closes the pipe when this process
 *   dies.
 * - The watchdog then asks every child to stop (also a frozen one), and kills the rest of its group 2 s later.
 * - Last it deletes the temporary folders of this process.
 */
const watchdogScript = `
trap '' INT TERM HUP
children=
folders=
while read -r verb rest; do
  if [ "$verb" = folder ]; then
    folders="$folders$rest
"
    continue
  fi
  others=
  for child in $children; do [ "\${child%:*}" = "\${rest% *}" ] || others="$others $child"; done
  children=$others
  [ "$verb" = add ] && children="$children \${rest% *}:\${rest#* }"
done
for child in $children; do kill -CONT "-\${child%:*}"; kill "-\${child#*:}" "\${child%:*}"; done
for round in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  alive=
  for child in $children; do kill -0 "-\${child%:*}" && alive=yes; done
  [ "$alive" ] || break
  sleep 0.1
done
for child in $children; do kill -KILL "-\${child%:*}"; done
printf %s "$folders" | while read -r folder; do rm -rf "$folder"; done
`;

let watchdog: ChildProcess | undefined;

function signalWatchdog(words: string): void {
  if (watchdog === undefined || watchdog.exitCode !== null) {
    watchdog = spawn('sh', ['-c', watchdogScript], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
    watchdog.unref();
    // The pipe must not keep our event loop alive; Node types stdin as a stream although it is a socket.
    (watchdog.stdin as { unref?: () => void } | null)?.unref?.();
    watchdog.stdin?.on('error', () => undefined);
  }
  watchdog.stdin?.write(`${words}\n`);
}

/** Has the watchdog end a child that leads a process group, with its group, when we end before it. */
export function endWithUs(child: ChildProcess, stopSignal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  signalWatchdog(`add ${child.pid} ${stopSignal.slice(3)}`);
  child.once('exit', () => signalWatchdog(`remove ${child.pid}`));
}

/** Has the watchdog delete a folder when we have ended, however we end, and our children with us. */
export function deleteAfterUs(folder: string): void {
  signalWatchdog(`folder ${folder}`);
}

export interface ChildOptions {
  /** The program with its arguments. */
  command: readonly [string, ...string[]];
  /** The file its output is appended to. */
  logFile: string;
  /** The signal that asks it to end; SIGTERM by default. */
  stopSignal?: 'SIGTERM' | 'SIGINT' | 'SIGQUIT';
  cwd?: string;
  /** Its whole environment; ours unless told otherwise. */
  environment?: Readonly<Record<string, string>>;
}

export interface Child {
  readonly pid: number;
  readonly logFile: string;
  /** True until it has ended. */
  running(): boolean;
  /** Settles when it has ended, with the words for how. */
  readonly ended: Promise<string>;
  /** Signals the process and everything below it. */
  signal(signal: NodeJS.Signals): void;
  /** Asks it to end, and after `timeoutMs` ends it. */
  stop(timeoutMs?: number): Promise<void>;
}

/** Starts a program that ends with us. Throws when the program cannot be started at all. */
export async function startChild({
  command,
  logFile,
  stopSignal = 'SIGTERM',
  cwd,
  environment,
}: ChildOptions): Promise<Child> {
  const output = openSync(logFile, 'a');
  const child = spawn(command[0], command.slice(1), {
    detached: true,
    stdio: ['ignore', output, output],
    ...(cwd && { cwd }),
    ...(environment && { env: environment }),
  });
  closeSync(output);
  endWithUs(child, stopSignal);
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ? `ended by ${signal}` : `ended with code ${code}`));
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  return manage(child, ended, logFile, stopSignal);
}

function manage(
  process_: ChildProcess,
  ended: Promise<string>,
  logFile: string,
  stopSignal: NodeJS.Signals,
): Child {
  const pid = process_.pid as number;
  const running = () => process_.exitCode === null && process_.signalCode === null;
  const signal = (name: NodeJS.Signals) => {
    if (!running()) return;
    // The list is taken before the first signal: orphans of a killed process can't be found any more.
    for (const target of [pid, ...descendantsOf(pid)]) send(target, name);
  };
  const stop = async (timeoutMs = 8000) => {
    if (!running()) return;
    signal('SIGCONT');
    send(pid, stopSignal);
    const timeout = new AbortController();
    const late = sleep(timeoutMs, 'late', { signal: timeout.signal }).catch(() => 'ended');
    if ((await Promise.race([ended, late])) === 'late') signal('SIGKILL');
    timeout.abort();
    await ended;
  };
  return { pid, logFile, running, ended, signal, stop };
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended a moment ago, which is what was wanted or will be noticed by `ended`.
  }
}

/** The last lines a child wrote, for an error message. */
export async function lastWords(logFile: string, lines = 8): Promise<string> {
  const text = await readFile(logFile, 'utf8').catch(() => '');
  return text.trim().split('\n').slice(-lines).join('\n');
}
