import { ENTER, type Frame, PONG, parseFrame } from './frames.ts';

/** A connection of a device, as far as it is used. */
export interface Line {
  send(frame: string): void;
  close(): void;
}

/** Opens a connection; `onCut` is called once it is closed, and when it could not be opened. */
export type Dial = (onText: (text: string) => void, onCut: () => void) => Line;

/** What a line needs of where it runs, and whom it tells. Times are in milliseconds. */
export interface LinePorts {
  clock(): number;
  later(act: () => void, ms: number): void;
  onFrame(frame: Frame): void;
  /** Called once, by whichever side the line ended. */
  onCut(): void;
}

/** How often a line looks whether the gateway still calls: a timer that waits longer holds up the end of a run. */
const LOOK_MS = 10_000;

/**
 * A device's line, as Engine.IO's client holds one. It enters, answers heartbeats, and hangs up on a gateway that has not
 * called within its own time. Who hangs up is cut off at once: a gateway that stands still never closes its side.
 */
export function holdLine(dial: Dial, { clock, later, onFrame, onCut }: LinePorts): Line {
  let isOver = false;
  let calledAt = clock();
  const end = () => {
    if (isOver) return;
    isOver = true;
    onCut();
  };
  const line = dial((text) => {
    if (isOver) return;
    const frame = parseFrame(text);
    if (frame.type === 'open') {
      calledAt = clock();
      line.send(ENTER);
      expectCalls(frame.pingInterval + frame.pingTimeout);
    } else if (frame.type === 'ping') {
      calledAt = clock();
      line.send(PONG);
    }
    onFrame(frame);
  }, end);

  function hangUp(): void {
    line.close();
    end();
  }

  function expectCalls(withinMs: number): void {
    if (isOver) return;
    const leftMs = calledAt + withinMs - clock();
    if (leftMs <= 0) return hangUp();
    later(() => expectCalls(withinMs), Math.min(leftMs, LOOK_MS));
  }

  return { send: (frame) => line.send(frame), close: hangUp };
}
