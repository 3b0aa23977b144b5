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
    for (const url of ['/members/4711?token=secret', '/members/4712', '/nowhere/4713']) await app.inject(url);
    const text = await metrics.metrics();
    expect(text).toContain(
      'http_request_duration_seconds_count{method="GET",route="/members/:id",status="200"} 2',
    );
    expect(text).toContain('http_request_duration_seconds_count{method="GET",route="none",status="404"} 1');
    expect(text).not.toMatch(/471\d|secret/);
    expect(text).toContain('nodejs_eventloop_lag_seconds');
    await app.close();
  });
});
