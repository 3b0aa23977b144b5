import { readFile } from 'node:fs/promises';
import type { Service } from '@heartline/local/stack';
import { until } from './until.ts';

/**
 * Waits until a service stands still at a failpoint it is armed to freeze at: what it wrote right before is seen by others a
 * moment earlier, and thawed in that moment it would freeze afterwards for good.
 */
export async function untilFrozen({ pid }: Pick<Service, 'pid'>): Promise<void> {
  await until(
    async () => (await readFile(`/proc/${pid()}/stat`, 'utf8')).split(') ')[1]?.[0],
    (state) => state === 'T',
  );
}
