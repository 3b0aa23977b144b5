import { beforeEach, expect, it, vi } from 'vitest';
import { holdLine, type Line } from './member-line.ts';

const OPEN = '0{"pingInterval":25000,"pingTimeout":20000}';

let received: string[] = [];
let sent: string[] = [];
let line: Line;
/** What the gateway says, and its end of the line. */
let say: (text: string) => void;
let cut: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  [received, sent] = [[], []];
  line = holdLine(
    (onText, onCut) => {
      [say, cut] = [onText, onCut];
      // Of a peer that stands still: nothing comes of hanging up.
      return { send: (frame) => void sent.push(frame), close: () => void sent.push('closed') };
    },
    {
      clock: () => Date.now(),
      later: (act, ms) => void setTimeout(act, ms),
      onFrame: ({ type }) => void received.push(type),
      onCut: () => void received.push('cut'),
    },
  );
  return () => vi.useRealTimers();
});

it('enters, and answers heartbeats', () => {
  say(OPEN);
  say('2');
  expect(sent).toEqual(['40', '3']);
  expect(received).toEqual(['open', 'ping']);
});

it('hangs up where no heartbeat came within its time, and stays while they come', async () => {
  say(OPEN);
  for (let turn = 0; turn < 4; turn += 1) {
    await vi.advanceTimersByTimeAsync(25_000);
    say('2');
  }
  expect(received).not.toContain('cut');
  await vi.advanceTimersByTimeAsync(44_000);
  expect(sent).not.toContain('closed');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(sent.at(-1)).toBe('closed');
  expect(received.at(-1)).toBe('cut');
});

it('is over at once for who hangs up, whatever the other side does or says later', () => {
  say(OPEN);
  line.close();
  expect(received).toEqual(['open', 'cut']);
  say('2');
  cut();
  expect(received).toEqual(['open', 'cut']);
});
