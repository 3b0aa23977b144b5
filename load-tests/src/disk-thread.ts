import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

/** As much as PostgreSQL writes at a time. */
const PAGE_BYTES = 8_192;
/** Seldom enough not to be felt by what is measured. */
const SYNC_EVERY_MS = 100;

/** Syncs one page again and again until any word comes, and answers how long each took, in milliseconds. */
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
