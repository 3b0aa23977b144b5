import { createMetrics } from '@heartline/platform';
import { fastify } from 'fastify';
import { describe, expect, it } from 'vitest';
import { addHttpMetrics } from './metrics.ts';

describe('metrics of requests', () => {
  it('count by route pattern and status, and name nobody', async () => {
    const metrics = createMetrics();
    const app = fastify();
    addHttpMetrics(app, metrics);
    app.get('/members/:id', async () => ({ ok: true }));
    // Words: any number may turn up among the figures.
    const urls = ['/members/somebody?token=secret', '/members/somebody-else', '/nowhere/at-all'];
    for (const url of urls) await app.inject(url);
    const text = await metrics.metrics();
    expect(text).toContain(
      'http_request_duration_seconds_count{method="GET",route="/members/:id",status="200"} 2',
    );
    expect(text).toContain('http_request_duration_seconds_count{method="GET",route="none",status="404"} 1');
    expect(text).not.toMatch(/somebody|at-all|secret/);
    expect(text).toContain('nodejs_eventloop_lag_seconds');
    await app.close();
  });
});
