import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

/** A run of k6 with one scenario file; it opens no port and sends no usage report. */
export interface K6Run {
  pid: number;
  /** Exit code: 0, or 99 if a threshold was missed. */
  ended: Promise<number>;
}

/** Path of the script of a scenario. */
export const scriptOf = (scenario: string) =>
  fileURLToPath(new URL(`../../scenarios/${scenario}.ts`, import.meta.url));

/**
 * Limits the generator, which shares the machine with the app, to half of the cores, and collection at five
 * times the heap in use. At 300 messages a second on two cores k6 needs 0.6 CPU-seconds per 1,000 with these, 0.9
 * without.
 */
const FRUGAL = { GOMAXPROCS: String(Math.ceil(availableParallelism() / 2)), GOGC: '400' };

/** Starts `k6` on `scenarios/<name>.ts`. It ends with this process in any case. */
export function runK6(k6: string, scenario: string, environment: Record<string, string>): K6Run {
  const variables = Object.entries(environment).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const options = ['--quiet', '--no-usage-report', '--address='];
  const child = spawn(k6, ['run', ...options, ...variables, scriptOf(scenario)], {
    stdio: 'inherit',
    env: { ...process.env, ...FRUGAL },
  });
  running.add(child);
  listen();
  return {
    pid: child.pid as number,
    ended: new Promise((done, fail) => {
      child.once('error', fail);
      child.once('exit', (code) => {
        running.delete(child);
        done(code ?? 1);
      });
    }),
  };
}

const running = new Set<ChildProcess>();
let isListening = false;

/** Processes of a world end with this process by themselves; k6 needs a signal. */
function listen(): void {
  if (isListening) return;
  isListening = true;
  const endAll = () => {
    for (const child of running) child.kill('SIGKILL');
  };
  process.once('exit', endAll);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      endAll();
      process.exit(1);
    });
  }
}
