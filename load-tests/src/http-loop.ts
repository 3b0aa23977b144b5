import { Agent, type RequestOptions, request } from 'node:http';
import { cpuSeconds } from './cpu.ts';
import { quantile } from './figures.ts';
import { later } from './measure.ts';

/** A request to a server. */
export interface Ask {
  path: string;
  cookie?: string;
}

/** The result of one round. */
export interface Got {
  perSecond: number;
  /** Answers per CPU-second of the server. */
  perCpu: number;
  p99: number;
}

export interface HttpLoopOptions {
  port: number;
  pids(): readonly number[];
  ask(index: number): Ask;
  headers: Record<string, string>;
  isRight(body: string): boolean;
  connections?: number;
}

export type HttpLoop = ReturnType<typeof openHttpLoop>;

/** Connections that each send the next request once they get an answer, or by the clock. */
export function openHttpLoop(options: HttpLoopOptions) {
  const { port, pids, ask, headers, isRight, connections = 16 } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let asked = 0;
  let wrong = 0;
  let example = '';

  async function once(): Promise<number> {
    const { path, cookie } = ask(asked++);
    const startedAt = performance.now();
    const { status, body } = await get({
      port,
      host: '127.0.0.1',
      path,
      agent,
      headers: { ...headers, ...(cookie ? { cookie } : {}) },
    });
    if (status !== 200 || !isRight(body)) {
      wrong += 1;
      example ||= `${status} ${body.slice(0, 200)}`;
    }
    return performance.now() - startedAt;
  }

  return {
    async run(forMs: number): Promise<Got> {
      const before = cpuSeconds(pids());
      const startedAt = performance.now();
      const took: number[] = [];
      await Promise.all(
        Array.from({ length: connections }, async () => {
          while (performance.now() - startedAt < forMs) took.push(await once());
        }),
      );
      const seconds = (performance.now() - startedAt) / 1_000;
      return {
        perSecond: took.length / seconds,
        perCpu: took.length / (cpuSeconds(pids()) - before),
        p99: quantile(took, 0.99),
      };
    },
    /** Asks so often by the clock, whatever the answers take; times count from when a request was due. */
    async runAt(perSecond: number, forMs: number): Promise<{ p50: number; p99: number }> {
      const startedAt = performance.now();
      const count = Math.round((perSecond * forMs) / 1_000);
      const took = await Promise.all(
        Array.from({ length: count }, async (_, n) => {
          const dueAt = startedAt + (n * 1_000) / perSecond;
          await later(Math.max(0, dueAt - performance.now()));
          await once();
          return performance.now() - dueAt;
        }),
      );
      return { p50: quantile(took, 0.5), p99: quantile(took, 0.99) };
    },
    /** Closes the connections and returns the faults. */
    close(): string[] {
      agent.destroy();
      return wrong > 0 ? [`${wrong} answers were wrong, such as: ${example}`] : [];
    },
  };
}

/** One request, with its whole answer. */
function get(options: RequestOptions): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode, body: Buffer.concat(chunks).toString() }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}
