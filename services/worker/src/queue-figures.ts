import type { Core } from '@heartline/core';
import { Gauge, type Registry } from 'prom-client';

/** What waits for operators, by site, asked for when the figures are: how many, and how long the oldest has. */
export function withQueueFigures(metrics: Registry, core: Pick<Core, 'messaging'>): Registry {
  const oldest = new Gauge({
    name: 'operator_queue_oldest_seconds',
    help: 'How long the conversation that waits longest for an operator has waited, by site',
    labelNames: ['site'],
    registers: [metrics],
  });
  const waiting = new Gauge({
    name: 'operator_queue_waiting',
    help: 'Conversations with fictional profiles that wait for an operator, by site',
    labelNames: ['site'],
    registers: [metrics],
    async collect() {
      // A store that is away takes no other figure with it.
      const figures = await core.messaging.operators.figures().catch(() => undefined);
      if (!figures) return;
      waiting.reset();
      oldest.reset();
      for (const { site, waiting: count, oldestMs } of figures) {
        waiting.set({ site }, count);
        oldest.set({ site }, Math.round(oldestMs / 1_000));
      }
    },
  });
  return metrics;
}
