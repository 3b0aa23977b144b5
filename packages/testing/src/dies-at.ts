import type { Service } from '@heartline/local/stack';
import { Refused } from './http-client.ts';
import { until } from './until.ts';

/**
 * Arms a service to die at `failpoint`, does what leads there, and waits until it is dead; it stays down. What the death
 * before this one left may lead there while the service still starts: it is armed again then, since `work` has yet to be
 * done. Who is told "not now" asks again, as clients do.
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
    throw new Error(`nothing led to ${failpoint}`, { cause: refusal });
  });
}
