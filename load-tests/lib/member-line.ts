import { ENTER, type Frame, PONG, parseFrame } from './frames.ts';

/** A connection of a device: the functions that the device uses. */
export interface Line {
  send(frame: string): void;
  close(): void;
}

/** Opens a connection; `onCut` is called once it is closed, and when it could not be opened. */
export type Dial = (onText: (text: string) => void, onCut: () => void) => Line;

/** The environment of a connection, and its callbacks. Times are in milliseconds. */
export interface LinePorts {
  clock(): number;
  later(act: () => void, ms: number): void;
  onFrame(frame: Frame): void;
  /** Called once, whichever side closes. */
  onCut(): void;
}

/** Interval of the heartbeat check. A timer with a longer wait would delay the end of a run. */
const LOOK_MS = 10_000;

/**
 * Holds a device's connection as the client of Engine.IO does: enters, answers heartbeats, and closes when the gateway
 * misses its own heartbeat. Closing ends the connection at once, since a hung gateway never closes its side.
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
