import type { Core } from '@heartline/core';
import { oncePerTick } from '@heartline/platform';
import { Gauge, type Registry } from 'prom-client';

/** Adds the queue of operators, read when metrics are scraped. An unavailable database leaves out this metric only. */
export function withQueueFigures(metrics: Registry, core: Pick<Core, 'accounts' | 'messaging'>): void {
  addConversations(metrics, core);
  addMails(metrics, core);
}

/** Conversations by site: how many, and how long the oldest has waited. */
function addConversations(metrics: Registry, core: Pick<Core, 'messaging'>): void {
  // All gauges of a scrape ask in one tick.
  const read = oncePerTick(() => core.messaging.operators.figures().catch(() => undefined));
  const oldest = new Gauge({
    name: 'operator_queue_oldest_seconds',
    help: 'How long the conversation that waits longest for an operator has waited, by site',
    labelNames: ['site'],
    registers: [metrics],
    async collect() {
      const figures = await read();
      if (!figures) return;
      oldest.reset();
      for (const { site, oldestMs } of figures) oldest.set({ site }, Math.round(oldestMs / 1_000));
    },
  });
  const waiting = new Gauge({
    name: 'operator_queue_waiting',
    help: 'Conversations with fictional profiles that wait for an operator, by site',
    labelNames: ['site'],
    registers: [metrics],
    async collect() {
      const figures = await read();
      if (!figures) return;
      waiting.reset();
      for (const { site, waiting: count } of figures) waiting.set({ site }, count);
    },
  });
}

/** Mails that have not left: `waiting` for their next try, or `given_up` until an operator tries them again. */
function addMails(metrics: Registry, core: Pick<Core, 'accounts'>): void {
  const unsent = new Gauge({
    name: 'mails_unsent',
    help: 'Mails that have not left: waiting, or given up (see admin mails list)',
    labelNames: ['state'],
    registers: [metrics],
    async collect() {
      const figures = await core.accounts.outboxFigures().catch(() => undefined);
      if (!figures) return;
      unsent.set({ state: 'waiting' }, figures.waiting);
      unsent.set({ state: 'given_up' }, figures.givenUp);
    },
  });
}
