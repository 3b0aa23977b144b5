import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { PictureOutcome, PictureTask } from './picture-child.ts';
import { type PictureExtent, PictureRefused } from './picture-forms.ts';

/** What one picture may cost. Defaults are for a gateway; a test makes them smaller. */
export interface PressLimits {
  /** A picture that takes longer is refused and its process ended. */
  timeMs: number;
  /** Resident memory of the process, in MB. */
  memoryMb: number;
  pixels: number;
}

export const PRESS_LIMITS: PressLimits = { timeMs: 10_000, memoryMb: 640, pixels: 50_000_000 };

/** Draws pictures anew in processes of their own. */
export interface PicturePress {
  /**
   * Answers how large its form `large` is.
   * @throws {PictureRefused} when it is no picture, or costs too much.
   */
  press(task: Omit<PictureTask, 'pixels'>): Promise<PictureExtent>;
  /** Ends the processes; a later picture starts another. */
  close(): void;
}

/** A child that had nothing to do for this long is ended; the next picture starts one in about 150 ms. */
const IDLE_MS = 20_000;
/** A picture that takes longer than this lets the next one start beside it. Most take a third of it. */
const SLOW_MS = 1_000;
/** Most pictures at once: each may take `memoryMb`. */
const AT_ONCE = 2;

/**
 * Child processes, started when needed and ended when idle. One picture at a time, in the order they came: decoding on
 * two cores at once would take the time that messages need. A slow picture does not hold up those of other members.
 */
export function createPicturePress(limits: PressLimits = PRESS_LIMITS): PicturePress {
  const children = new Set<ChildProcess>();
  const resting = new Map<ChildProcess, NodeJS.Timeout>();
  const waiting: (() => Promise<void>)[] = [];
  let running = 0;
  let slow = 0;
  const end = (child: ChildProcess) => {
    clearTimeout(resting.get(child));
    resting.delete(child);
    children.delete(child);
    child.kill('SIGKILL');
  };
  const take = () => {
    const [rested] = resting.keys();
    const child = rested ?? startChild(limits.memoryMb, end);
    clearTimeout(resting.get(child));
    resting.delete(child);
    children.add(child);
    return child;
  };
  const draw = async (task: Omit<PictureTask, 'pixels'>) => {
    const child = take();
    try {
      const extent = await pressIn(child, { ...task, pixels: limits.pixels }, limits.timeMs);
      resting.set(child, setTimeout(end, IDLE_MS, child).unref());
      return extent;
    } catch (error) {
      // After a refusal its memory is given back whole, whatever the decoder left behind.
      end(child);
      throw error;
    }
  };
  const next = () => {
    if (running >= AT_ONCE || running > slow) return;
    const work = waiting.shift();
    if (!work) return;
    running += 1;
    let isSlow = false;
    const timer = setTimeout(() => {
      isSlow = true;
      slow += 1;
      next();
    }, SLOW_MS).unref();
    void work().finally(() => {
      clearTimeout(timer);
      running -= 1;
      if (isSlow) slow -= 1;
      next();
    });
  };
  return {
    press: (task) =>
      new Promise((resolve, reject) => {
        waiting.push(() => draw(task).then(resolve, reject));
        next();
      }),
    close: () => children.forEach(end),
  };
}

function startChild(memoryMb: number, onExit: (child: ChildProcess) => void): ChildProcess {
  const child = fork(fileURLToPath(new URL('./picture-child.ts', import.meta.url)), [String(memoryMb)], {
    // None of our settings and secrets: the child needs none.
    env: {},
    execArgv: ['--max-old-space-size=96'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // It never keeps the service from ending, and ends with it.
  child.unref();
  child.channel?.unref();
  child.on('exit', () => onExit(child));
  return child;
}

/** One task in the child: its outcome, its death, or its time over, whichever comes first. */
function pressIn(child: ChildProcess, task: PictureTask, timeMs: number): Promise<PictureExtent> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit).off('error', onError);
      child.channel?.unref();
      finish();
    };
    const onMessage = (message: unknown) => {
      const outcome = message as PictureOutcome;
      settle(() => {
        if (outcome.ok) resolve(outcome.extent);
        else reject('fault' in outcome ? new PictureRefused(outcome.fault) : new Error(outcome.error));
      });
    };
    // Killed for its memory, or by a decoder that crashed: either way the picture is to blame.
    const onExit = () => settle(() => reject(new PictureRefused('unreadable')));
    const onError = (error: Error) => settle(() => reject(error));
    const timer = setTimeout(() => settle(() => reject(new PictureRefused('unreadable'))), timeMs);
    child.on('message', onMessage).on('exit', onExit).on('error', onError);
    child.channel?.ref();
    child.send(task, (error) => error && onError(error));
  });
}
