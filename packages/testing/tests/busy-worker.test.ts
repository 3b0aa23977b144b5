import { buildExport } from '@heartline/contracts';
import { startRedis } from '@heartline/local/engines';
import { createLogger, createMetrics, createQueues, runWorkers } from '@heartline/platform';
import { expect, it } from 'vitest';

const logger = createLogger({ level: 'silent', service: 'test' });

it('a worker whose one slot is at a long job is not deaf: the job runs once and ends', async () => {
  const engine = await startRedis({});
  const queues = createQueues({ url: engine.url, prefix: 'test', logger });
  const metrics = createMetrics();
  let begun = 0;
  let ended = 0;
  const workers = await runWorkers({
    url: engine.url,
    prefix: 'test',
    logger,
    metrics,
    queues,
    handlers: [
      {
        contract: buildExport,
        async run() {
          begun += 1;
          // Longer than the silence that replaces a worker.
          await new Promise((resolve) => setTimeout(resolve, 25_000));
          ended += 1;
        },
      },
    ],
    concurrency: { settle: 1, notify: 1, mail: 1, timers: 1, exports: 1 },
    schedules: [],
    silenceMs: 16_000,
    lockMs: 5_000,
  });
  try {
    await queues.enqueue(buildExport, { member: '0'.repeat(24), key: 'k'.repeat(43) }, { jobId: 'export-x' });
    const job = () => queues.queue('exports').getJob('export-x');
    await expect.poll(async () => (await job())?.finishedOn, { timeout: 100_000 }).toBeGreaterThan(0);
    const metric = await metrics.getSingleMetric('workers_replaced_total')?.get();
    const replaced = metric?.values.reduce((sum, { value }) => sum + value, 0) ?? 0;
    const state = await (await job())?.getState();
    expect({ begun, ended, replaced, state }).toEqual({
      begun: 1,
      ended: 1,
      replaced: 0,
      state: 'completed',
    });
  } finally {
    await workers.close(500);
    await queues.close();
    await engine.stop();
  }
}, 150_000);
