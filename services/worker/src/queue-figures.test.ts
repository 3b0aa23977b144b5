import type { Core } from '@heartline/core';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { withQueueFigures } from './queue-figures.ts';

type Figures = Awaited<ReturnType<Core['messaging']['operators']['figures']>>;

/** The worker's figures over a queue that answers these, one reading after the other. */
function figuresOver(...readings: (Figures | Error)[]) {
  let asked = 0;
  const core = {
    messaging: {
      operators: {
        async figures() {
          const reading = readings[asked];
          asked += 1;
          if (reading instanceof Error) throw reading;
          return reading;
        },
      },
    },
    accounts: { outboxFigures: async () => ({ waiting: 0, givenUp: 0 }) },
  };
  const metrics = new Registry();
  withQueueFigures(metrics, core as never);
  return { scrape: () => metrics.metrics(), asked: () => asked };
}

const waits = (site: string, waiting: number, seconds: number) => ({
  site,
  waiting,
  oldestMs: seconds * 1_000,
});

it('a scrape tells how many wait and since when by one reading, the first scrape too', async () => {
  const { scrape, asked } = figuresOver([waits('default', 3, 70)], [waits('amora.example', 1, 5)]);
  const first = await scrape();
  expect(first).toContain('operator_queue_waiting{site="default"} 3\n');
  expect(first).toContain('operator_queue_oldest_seconds{site="default"} 70\n');
  const second = await scrape();
  expect(second).toContain('operator_queue_waiting{site="amora.example"} 1\n');
  expect(second).toContain('operator_queue_oldest_seconds{site="amora.example"} 5\n');
  // A site without waiting conversations is no longer reported.
  expect(second).not.toContain('"default"');
  expect(asked()).toBe(2);
});

it('a store that is away takes no other figure with it', async () => {
  const { scrape } = figuresOver(new Error('away'), [waits('default', 1, 9)]);
  expect(await scrape()).toContain('mails_unsent{state="waiting"} 0');
  expect(await scrape()).toContain('operator_queue_oldest_seconds{site="default"} 9\n');
});
