import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

/** PostgreSQL writes pages of this size. */
const PAGE_BYTES = 8_192;
/** Rare enough not to disturb the measurement. */
const SYNC_EVERY_MS = 100;

/** Syncs one page repeatedly until a message arrives, then sends how long each sync took, in milliseconds. */
const file = openSync(workerData as string, 'w');
const page = Buffer.alloc(PAGE_BYTES, 1);
const took: number[] = [];
parentPort?.postMessage('watching');
const timer = setInterval(() => {
  const startedAt = performance.now();
  writeSync(file, page, 0, PAGE_BYTES, 0);
  fdatasyncSync(file);
  took.push(performance.now() - startedAt);
}, SYNC_EVERY_MS);
parentPort?.once('message', () => {
  clearInterval(timer);
  closeSync(file);
  parentPort?.postMessage(took);
});
