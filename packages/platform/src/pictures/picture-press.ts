import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { PictureOutcome, PictureTask } from './picture-child.ts';
import { type PictureExtent, PictureRefused } from './picture-forms.ts';

/** Resource limits for one picture. The defaults suit a gateway; tests use smaller ones. */
export interface PressLimits {
  /** A picture that takes longer is refused, and its process is killed. */
  timeMs: number;
  /** Resident memory of the process, in MB. */
  memoryMb: number;
  pixels: number;
}

export const PRESS_LIMITS: PressLimits = { timeMs: 10_000, memoryMb: 640, pixels: 50_000_000 };

/** Re-encodes pictures in separate processes. */
export interface PicturePress {
  /**
   * Returns the size of the form `large`.
   * @throws {PictureRefused} when it is not a picture, or needs too many resources.
   */
  press(task: Omit<PictureTask, 'pixels'>): Promise<PictureExtent>;
  /** Ends the processes; the next picture starts a new one. */
  close(): void;
}

/** An idle child ends after this time; the next picture starts one in about 150 ms. */
const IDLE_MS = 20_000;
/** A picture that takes longer lets the next one start beside it. Most take a third of it. */
const SLOW_MS = 1_000;
/** Most pictures at once: each may use `memoryMb`. */
const AT_ONCE = 2;

/**
 * Child processes, started on demand and ended when idle. They process one picture at a time, in order: decoding on two
 * cores would take the time that messages need. A slow picture does not delay the next.
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
      // Returns all its memory to the system after a refusal, including leaks of the decoder.
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
    // No settings or secrets: the child needs none.
    env: {},
    execArgv: ['--max-old-space-size=96'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // The child does not keep the service alive, and ends with it.
  child.unref();
  child.channel?.unref();
  child.on('exit', () => onExit(child));
  return child;
}

/** Runs one task in the child. The first event decides: its outcome, its exit, or the time limit. */
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
    // Killed by the memory limit or a decoder crash: both are the picture's fault.
    const onExit = () => settle(() => reject(new PictureRefused('unreadable')));
    const onError = (error: Error) => settle(() => reject(error));
    const timer = setTimeout(() => settle(() => reject(new PictureRefused('unreadable'))), timeMs);
    child.on('message', onMessage).on('exit', onExit).on('error', onError);
    child.channel?.ref();
    child.send(task, (error) => error && onError(error));
  });
}
