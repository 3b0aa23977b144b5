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

/** Draws pictures anew in a process of its own, one at a time. */
export interface PicturePress {
  /**
   * Answers how large its form `large` is.
   * @throws {PictureRefused} when it is no picture, or costs too much.
   */
  press(task: Omit<PictureTask, 'pixels'>): Promise<PictureExtent>;
  /** Ends the process; a later picture starts another. */
  close(): void;
}

/** A child that had nothing to do for this long is ended; the next picture starts one in about 150 ms. */
const IDLE_MS = 20_000;

/**
 * One child process, started with the first picture and ended when idle. Pictures wait for one another: decoding on
 * two cores at once would take the time that messages need.
 */
export function createPicturePress(limits: PressLimits = PRESS_LIMITS): PicturePress {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let line: Promise<unknown> = Promise.resolve();

  const end = (one: ChildProcess | undefined) => {
    if (one === child) child = undefined;
    one?.kill('SIGKILL');
  };
  const start = () => {
    clearTimeout(idle);
    child ??= startChild(limits.memoryMb, end);
    return child;
  };
  const rest = () => {
    const resting = child;
    idle = setTimeout(() => end(resting), IDLE_MS).unref();
  };
  return {
    press(task) {
      const turn = line.then(async () => {
        const worker = start();
        try {
          const extent = await pressIn(worker, { ...task, pixels: limits.pixels }, limits.timeMs);
          rest();
          return extent;
        } catch (error) {
          // After a refusal its memory is given back whole, whatever the decoder left behind.
          end(worker);
          throw error;
        }
      });
      line = turn.catch(() => undefined);
      return turn;
    },
    close: () => end(child),
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
