import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { later } from '../measure.ts';
import { type WatchedPart, watch } from './watch.ts';

const PAGE = [
  'nodejs_eventloop_lag_max_seconds 0.9',
  'nodejs_eventloop_lag_p99_seconds 0.011',
  'nodejs_heap_size_used_bytes 2097152',
].join('\n');

/** A gateway whose page takes this many milliseconds. */
async function gateway(name: string, afterMs: number): Promise<WatchedPart> {
  const server = createServer((_, response) => void setTimeout(() => response.end(PAGE), afterMs));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { name, pids: () => [process.pid], metricsUrl: `http://127.0.0.1:${port}/` };
}

it('sees the longest event-loop delay even on a late metrics page', async () => {
  const part = await gateway('gateway a', 1_300);
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

it('lists the parts in the same order in every group', async () => {
  const parts = [await gateway('gateway a', 500), await gateway('gateway b', 0)];
  const watched = watch(parts, { name: 'k6', pids: () => [] }, undefined);
  await later(100);
  const series = await watched.stop();
  for (const group of ['CPU', 'Event-loop delay, p99', 'Heap in use']) {
    const names = series.filter((line) => line.group === group).map(({ name }) => name);
    expect(names.slice(0, 2)).toEqual(['gateway a', 'gateway b']);
  }
});
