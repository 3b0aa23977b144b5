import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { cpuSeconds } from './cpu.ts';
import type { Asked, Reported } from './servers/serve.ts';

/** A measured server: a process of its own, so that its CPU is counted alone. */
export interface MeasuredServer {
  port: number;
  /** `http://127.0.0.1:port`. */
  address: string;
  pid: number;
  /** CPU-seconds so far. */
  cpu(): number;
  /** Sends a question; resolves with the server's answer. */
  ask<Answer>(question: string, given?: unknown): Promise<Answer>;
  /** Calls `listener` with each report of the server, until the returned function is called. */
  onReported(listener: (reported: Reported) => void): () => void;
  stop(): Promise<void>;
}

let nextQuestion = 0;

/** Starts `servers/<name>.ts` with `options` and waits until it reports its port. */
export function startServer(name: string, options: object = {}): Promise<MeasuredServer> {
  const file = fileURLToPath(new URL(`./servers/${name}.ts`, import.meta.url));
  const limits = new URL('./servers/open-limits.ts', import.meta.url).href;
  const child = spawn(process.execPath, ['--expose-gc', '--import', limits, file, JSON.stringify(options)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const onReported = (listener: (reported: Reported) => void) => {
    child.on('message', listener);
    return () => void child.off('message', listener);
  };
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${name} ended with code ${code}`)));
    child.once('message', (message) => {
      const pid = child.pid as number;
      const { port } = message as { port: number };
      resolve({
        port,
        address: `http://127.0.0.1:${port}`,
        pid,
        cpu: () => cpuSeconds([pid]),
        onReported,
        ask(question, given = null) {
          const id = nextQuestion++;
          return new Promise((answered) => {
            const stop = onReported((reported) => {
              if (reported.id !== id) return;
              stop();
              answered(reported.answer as never);
            });
            child.send({ id, question, given } satisfies Asked);
          });
        },
        async stop() {
          child.kill();
          await ended;
        },
      });
    });
  });
}
