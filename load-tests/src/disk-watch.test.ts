import { expect, it } from 'vitest';
import { besideDisk, diskText } from './disk-watch.ts';
import { later } from './measure.ts';

it('times the syncs of the disk, even while the main thread is busy', async () => {
  const { value, disk } = await besideDisk(async () => {
    const until = performance.now() + 600;
    while (performance.now() < until);
    return { value: 7 };
  });
  expect(value).toBe(7);
  expect(disk.p50).toBeGreaterThan(0);
  expect(disk.p99).toBeGreaterThanOrEqual(disk.p50);
  expect(disk.longest).toBeGreaterThanOrEqual(disk.p99);
});

it('passes a failure on and ends its thread', async () => {
  const broken = besideDisk(async () => {
    await later(1);
    throw new Error('no engine');
  });
  await expect(broken).rejects.toThrow('no engine');
});

it('describes the syncs in a sentence, and returns ’’ without any', () => {
  expect(diskText({ p50: 0.52, p99: 98.3, longest: 604 })).toBe(
    'The disk kept a page in 0.5 ms (p99 98, longest 604).',
  );
  expect(diskText(undefined)).toBe('');
  expect(diskText({ p50: Number.NaN, p99: Number.NaN, longest: Number.NEGATIVE_INFINITY })).toBe('');
});
