import { beforeEach, expect, it, vi } from 'vitest';
import { holdLine, type Line } from './member-line.ts';

const OPEN = '0{"pingInterval":25000,"pingTimeout":20000}';

let received: string[] = [];
let sent: string[] = [];
let line: Line;
/** Sends text as the gateway, and closes its end of the connection. */
let say: (text: string) => void;
let cut: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  [received, sent] = [[], []];
  line = holdLine(
    (onText, onCut) => {
      [say, cut] = [onText, onCut];
      // Like a hung peer: closing has no effect.
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

it('enters the namespace and answers heartbeats', () => {
  say(OPEN);
  say('2');
  expect(sent).toEqual(['40', '3']);
  expect(received).toEqual(['open', 'ping']);
});

it('closes when no heartbeat comes in time, and stays open while they come', async () => {
  say(OPEN);
  for (let round = 0; round < 4; round += 1) {
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

it('ends at once when its own side closes, and ignores later frames and cuts', () => {
  say(OPEN);
  line.close();
  expect(received).toEqual(['open', 'cut']);
  say('2');
  cut();
  expect(received).toEqual(['open', 'cut']);
});
