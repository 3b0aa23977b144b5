import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { ensureStripeMock } from '../install/go-tools.ts';
import { startChild } from '../process-group.ts';
import { type Progress, silent } from '../progress.ts';
import { temporaryData } from '../temporary-data.ts';
import { waitUntil } from './engine.ts';

/** Stripe's own check of requests. It keeps nothing: each valid request gets the same made-up answer. */
export interface StripeMock {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts stripe-mock, which ends with us. It refuses a request that Stripe's published API does not describe, or that
 * names another version of the API. Throws a sentence when it can't be installed.
 */
export async function startStripeMock({ log = silent }: { log?: Progress } = {}): Promise<StripeMock> {
  const program = await ensureStripeMock(log);
  const folder = await temporaryData('stripe-mock');
  const address = `127.0.0.1:${await freePort()}`;
  const child = await startChild({
    // Without an address of its own, HTTPS takes one port for the whole machine.
    command: [program, '-strict-version-check', '-http-addr', address, '-https-addr', '127.0.0.1:0'],
    logFile: join(folder, 'stripe-mock.log'),
  });
  const url = `http://${address}`;
  await waitUntil('stripe-mock', child, async () => (await fetch(url)).status > 0);
  return {
    url,
    stop: async () => {
      await child.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
