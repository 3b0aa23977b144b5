import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Child, lastWords, startChild } from '../process-group.ts';
import { ROOT } from './places.ts';

const TIMEOUT_MS = 60_000;

/** Serves the web app from its sources by Vite on `port`, with hot reload; calls go on to the gateway behind it. */
export async function serveSources(options: {
  port: number;
  gateway: string;
  logFile: string;
}): Promise<Child> {
  const child = await startChild({
    command: [
      process.execPath,
      join(ROOT, 'node_modules/vite/bin/vite.js'),
      '--host=127.0.0.1',
      `--port=${options.port}`,
      '--strictPort',
    ],
    cwd: join(ROOT, 'apps/web'),
    logFile: options.logFile,
    environment: { PATH: process.env['PATH'] ?? '', GATEWAY_URL: options.gateway },
  });
  const deadline = performance.now() + TIMEOUT_MS;
  while (performance.now() < deadline) {
    if (!child.running()) break;
    const page = await fetch(`http://127.0.0.1:${options.port}/`).catch(() => undefined);
    if (page?.ok) return child;
    await sleep(150);
  }
  await child.stop();
  throw new Error(`Vite does not serve the web app:\n${await lastWords(options.logFile)}`);
}
