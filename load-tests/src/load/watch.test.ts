import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { later } from '../measure.ts';
import { watch } from './watch.ts';

const PAGE = [
  'nodejs_eventloop_lag_max_seconds 0.9',
  'nodejs_eventloop_lag_p99_seconds 0.011',
  'nodejs_heap_size_used_bytes 2097152',
].join('\n');

it('sees the longest delay of an event loop also on a page that its service was late with', async () => {
  const server = createServer((_, response) => void setTimeout(() => response.end(PAGE), 1_300));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const part = { name: 'gateway a', pids: () => [process.pid], metricsUrl: `http://127.0.0.1:${port}/` };
  const watched = watch([part], { name: 'k6', pids: () => [] }, undefined);
  await later(100);
  const series = await watched.stop();
  const values = (group: string) =>
    series
      .find((line) => line.group === group && line.name === 'gateway a')
      ?.points.map(([, value]) => value);
  expect(values('Event-loop delay, longest')).toEqual([900]);
  expect(values('Event-loop delay, p99')).toEqual([11]);
  expect(values('Heap in use')).toEqual([2]);
  expect(values('CPU')).toHaveLength(1);
});
