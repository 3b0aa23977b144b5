import { open, stat } from 'node:fs/promises';

/** The part of a log’s end that is read; Node’s message about a failure is short. */
const TAIL_BYTES = 32_768;
const LINES = 10;

/** A program that `node --watch` started failed, and waits for a change of its files. */
export interface WatchFailure {
  /** The message of the failure, without its stack. */
  words: string;
  /** The offset of the message in the log. */
  at: number;
}

/** Bytes of a file; 0 where there is none. */
export async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

/** The failure that a log ends with, looked for from byte `from` on; undefined while the program runs. */
export async function failureUnderWatch(logFile: string, from = 0): Promise<WatchFailure | undefined> {
  const size = await sizeOf(logFile);
  const start = Math.max(from, size - TAIL_BYTES);
  if (size <= start) return undefined;
  const text = await readFrom(logFile, start, size - start);
  const failed = text.lastIndexOf("\nFailed running '");
  const restarted = text.lastIndexOf("\nRestarting '");
  if (failed < 0 || restarted > failed) return undefined;
  return { words: wordsOf(text.subarray(Math.max(0, restarted), failed).toString()), at: start + failed };
}

async function readFrom(file: string, start: number, length: number): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Without log lines, the stack, and what Node says about itself. */
function wordsOf(text: string): string {
  return text
    .split('\n')
    .filter(
      (line) =>
        line.trim() !== '' && !/^(\{"level"| +at |Restarting '|Change detected|Node\.js v)/.test(line),
    )
    .slice(-LINES)
    .join('\n');
}
