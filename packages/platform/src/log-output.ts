import { writeSync, write as writeTo } from 'node:fs';
import type { DestinationStream } from 'pino';

const BATCH_LENGTH = 8_192;
const WAIT_MS = 100;
/** Longest backlog while a reader is slow. Lines beyond it are dropped to save memory. */
const BACKLOG_LENGTH = 1_048_576;
/** A write that takes longer means that the reader stopped reading. */
const STUCK_MS = 1_000;
const LAST_TRIES = 10;
const LINE_END = 0x0a;

let dropped = 0;

/** Lines that this process could not write to its log since it started. */
export const droppedLogLines = (): number => dropped;

/**
 * Destination of all log lines of this process. Writes in batches, `WAIT_MS` later at the latest, and once more on
 * exit.
 *
 * - Lines that cannot be written (disk full, reader gone) are dropped and counted, never thrown.
 * - The first line after such a gap says how many are missing.
 */
export function createLogOutput(fd: number): DestinationStream {
  let lines = '';
  let timer: NodeJS.Timeout | undefined;
  /** The batch in flight, and what is left of it. */
  let batch: Batch | undefined;
  let gap: Gap | undefined;

  const leave = () => {
    clearTimeout(timer);
    timer = undefined;
    if (batch || lines === '') return;
    batch = batchOf(lines, gap);
    lines = '';
    // Lines dropped during this batch are reported with the next one.
    gap = undefined;
    put(batch);
  };
  const put = (it: Batch) => {
    it.startedAt = performance.now();
    writeTo(fd, it.rest, (error, count) => {
      it.startedAt = undefined;
      if (error && isBusy(error)) {
        setTimeout(put, WAIT_MS, it).unref();
        return;
      }
      if (error) gap = joined(gapAfter(it, error), gap);
      else it.rest = it.rest.subarray(count);
      if (!error && it.rest.length > 0) {
        put(it);
        return;
      }
      batch = undefined;
      leave();
    });
  };
  process.once('exit', () => {
    const { startedAt } = batch ?? {};
    // Node.js waits for a write that never ends. The reader is stuck, and everything else is closed.
    if (startedAt !== undefined && performance.now() - startedAt > STUCK_MS)
      process.kill(process.pid, 'SIGKILL');
    const waiting = batch && startedAt === undefined ? batch.rest : Buffer.alloc(0);
    writeLast(fd, Buffer.concat([waiting, Buffer.from(lines)]));
  });
  return {
    write(line) {
      if (lines.length + line.length > BACKLOG_LENGTH) {
        dropped += 1;
        gap = joined({ lines: 1, reason: 'too slow', isTorn: false }, gap);
        return;
      }
      lines += line;
      if (lines.length >= BATCH_LENGTH) leave();
      else timer ??= setTimeout(leave, WAIT_MS).unref();
    },
  };
}

interface Batch {
  rest: Buffer;
  size: number;
  /** Log lines in it, without the one that reports a gap. */
  lines: number;
  /** The gap that its first line reports. */
  gap: Gap | undefined;
  /** When the write was started; undefined while the batch waits for its next try. */
  startedAt?: number | undefined;
}

/** Lines missing since the last one that was written. */
interface Gap {
  lines: number;
  reason: string;
  /** The last line was written in part. */
  isTorn: boolean;
}

function batchOf(lines: string, gap: Gap | undefined): Batch {
  const text = Buffer.from(gap ? `${gap.isTorn ? '\n' : ''}${lineAbout(gap)}${lines}` : lines);
  return { rest: text, size: text.length, lines: countLines(Buffer.from(lines)), gap };
}

function lineAbout({ lines, reason }: Gap): string {
  return `${JSON.stringify({ level: 40, time: Date.now(), lines, reason, msg: 'log lines dropped' })}\n`;
}

/** The gap after a failed batch. If none of it was written, it includes the gap that the batch was to report. */
function gapAfter(batch: Batch, error: NodeJS.ErrnoException): Gap {
  const lost = Math.min(batch.lines, countLines(batch.rest));
  dropped += lost;
  const isWhole = batch.rest.length === batch.size;
  const gap = { lines: lost, reason: error.code ?? error.message, isTorn: !isWhole };
  return isWhole ? joined(gap, batch.gap) : gap;
}

/** Merges two gaps. The later reason wins. */
const joined = (one: Gap, other: Gap | undefined): Gap =>
  other ? { ...one, lines: one.lines + other.lines, isTorn: one.isTorn || other.isTorn } : one;

function countLines(text: Buffer): number {
  let count = 0;
  for (let at = text.indexOf(LINE_END); at >= 0; at = text.indexOf(LINE_END, at + 1)) count += 1;
  return count;
}

/** A pipe that another process made non-blocking is full. Its reader may still catch up. */
const isBusy = ({ code }: NodeJS.ErrnoException) => code === 'EAGAIN' || code === 'EBUSY';

/** Writes what it still can when the process ends. */
function writeLast(fd: number, text: Buffer): void {
  let rest = text;
  for (let tries = 0; rest.length > 0 && tries < LAST_TRIES; ) {
    try {
      rest = rest.subarray(writeSync(fd, rest));
    } catch (error) {
      if (!isBusy(error as NodeJS.ErrnoException)) return;
      tries += 1;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS / 5);
    }
  }
}
