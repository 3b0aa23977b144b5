import type { Service } from '@heartline/local/stack';
import { Refused } from './http-client.ts';
import { until } from './until.ts';

/**
 * Arms a service to die at `failpoint`, runs `work`, and waits until the service is dead; it stays down. Work left by
 * an earlier death may kill it during its start: then it is armed again, since `work` is still to be done. Refusals
 * with "not now" are retried, as clients do.
 */
export async function diesAt(
  service: Pick<Service, 'restart' | 'running'>,
  failpoint: string,
  work: () => Promise<unknown>,
): Promise<void> {
  await until(
    () => service.restart({ FAILPOINTS: `${failpoint}=kill` }),
    () => true,
    120_000,
  );
  let refusal: unknown;
  do {
    refusal = await work().then(
      () => undefined,
      (error: unknown) => error,
    );
  } while (refusal instanceof Refused && refusal.error.code === 'UNAVAILABLE');
  await until(service.running, (running) => !running, 60_000).catch(() => {
    throw new Error(`failpoint not reached: ${failpoint}`, { cause: refusal });
  });
}
