import { collectDefaultMetrics, Registry } from 'prom-client';

/** A registry with what every Node process tells about itself. */
export function createMetrics(): Registry {
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  return metrics;
}
