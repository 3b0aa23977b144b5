import { readFile } from 'node:fs/promises';
import type { Service } from '@heartline/local/stack';
import { until } from './until.ts';

/**
 * Waits until a service has stopped at a failpoint that freezes it. Its last write is visible a moment before it
 * stops: a SIGCONT in that moment would be lost, and the service would freeze for good.
 */
export async function untilFrozen({ pid }: Pick<Service, 'pid'>): Promise<void> {
  await until(
    async () => (await readFile(`/proc/${pid()}/stat`, 'utf8')).split(') ')[1]?.[0],
    (state) => state === 'T',
  );
}
