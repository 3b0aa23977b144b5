import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryData } from '@heartline/testing/bench-access';
import { expect, it, onTestFinished } from 'vitest';
import { writtenToDisk } from './disk-written.ts';

it('counts the bytes written to the disk', async () => {
  const folder = await temporaryData('written');
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const before = writtenToDisk(folder);
  // A file system in memory writes nothing to a disk.
  if (before === undefined) return;
  const file = openSync(join(folder, 'log'), 'w');
  const stretch = Buffer.alloc(2 ** 20, 1);
  for (let at = 0; at < 16; at += 1) writeSync(file, stretch, 0, stretch.length, at * stretch.length);
  fdatasyncSync(file);
  const laidOut = writtenToDisk(folder) ?? 0;
  expect(laidOut - before).toBeGreaterThanOrEqual(16 * stretch.length);
  for (let at = 0; at < 200; at += 1) {
    writeSync(file, stretch, 0, 8_192, at * 8_192);
    fdatasyncSync(file);
  }
  closeSync(file);
  const again = (writtenToDisk(folder) ?? 0) - laidOut;
  expect(again).toBeGreaterThanOrEqual(200 * 8_192);
});
