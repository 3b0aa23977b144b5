import { Counter, collectDefaultMetrics, Registry } from 'prom-client';
import { droppedLogLines } from './log-output.ts';

/** A registry with the default metrics of a Node.js process. */
export function createMetrics(): Registry {
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  const dropped = new Counter({
    name: 'log_lines_dropped_total',
    help: 'Log lines that could not be written: disk full, or the reader of standard output gone.',
    registers: [],
    collect() {
      this.reset();
      this.inc(droppedLogLines());
    },
  });
  metrics.registerMetric(dropped);
  return metrics;
}
