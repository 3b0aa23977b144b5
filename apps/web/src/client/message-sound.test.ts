// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isSoundOn, playSound, setSound, useSoundOn } from './message-sound.ts';

/** The notes played, and whether the browser lets the page play sound. */
const speaker = { notes: 0, open: 0, isLet: true, isTaken: false };
const param = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };

class FakeContext {
  state = 'suspended';
  currentTime = 0;
  destination = {};
  constructor() {
    speaker.open++;
  }
  resume(): Promise<void> {
    if (speaker.isTaken) return Promise.reject(new DOMException('Failed to start', 'InvalidStateError'));
    if (!speaker.isLet) return new Promise(() => {});
    this.state = 'running';
    return Promise.resolve();
  }
  async close(): Promise<void> {
    speaker.open--;
  }
}
class FakeNode {
  gain = param;
  connect<T>(to: T): T {
    return to;
  }
  start(): void {
    speaker.notes++;
  }
  stop(): void {}
}

/** Locks shared by the tabs of one browser. */
let isHeld = false;
const locks = {
  async request(_name: string, _options: object, run: (lock: object | null) => Promise<void>) {
    if (isHeld) return run(null);
    isHeld = true;
    await run({}).finally(() => {
      isHeld = false;
    });
  },
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('AudioContext', FakeContext);
  vi.stubGlobal('GainNode', FakeNode);
  vi.stubGlobal('OscillatorNode', FakeNode);
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  Object.assign(speaker, { notes: 0, open: 0, isLet: true, isTaken: false });
});
afterEach(async () => {
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

it('is off by default, plays when turned on, and reaches every component', async () => {
  const { result } = renderHook(useSoundOn);
  expect(result.current).toBe(false);
  act(() => setSound(true));
  expect(result.current).toBe(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(speaker.notes).toBe(2);
  act(() => setSound(false));
  expect([result.current, isSoundOn()]).toEqual([false, false]);
  await vi.runAllTimersAsync();
  expect(speaker).toMatchObject({ notes: 2, open: 0 });
});

it('plays in one of several tabs, and again a few seconds later', async () => {
  void playSound();
  void playSound();
  await vi.advanceTimersByTimeAsync(2_900);
  void playSound();
  await vi.advanceTimersByTimeAsync(200);
  expect(speaker.notes).toBe(2);
  void playSound();
  await vi.runAllTimersAsync();
  expect(speaker).toMatchObject({ notes: 4, open: 0 });
});

it('does not play late in a page that the browser silences', async () => {
  speaker.isLet = false;
  void playSound();
  await vi.runAllTimersAsync();
  expect(speaker).toMatchObject({ notes: 0, open: 0 });
});

it('does not play and does not throw when there is no loudspeaker', async () => {
  speaker.isTaken = true;
  await Promise.all([playSound(), vi.runAllTimersAsync()]);
  expect(speaker).toMatchObject({ notes: 0, open: 0 });
});

it('leaves the sound to another tab before the first press on a page', async () => {
  vi.stubGlobal(
    'navigator',
    Object.create(navigator, { userActivation: { value: { hasBeenActive: false } } }),
  );
  void playSound();
  await vi.runAllTimersAsync();
  expect(speaker).toMatchObject({ notes: 0, open: 0 });
});

it('cannot be turned on in a browser without audio', () => {
  setSound(true);
  vi.stubGlobal('AudioContext', undefined);
  Reflect.deleteProperty(globalThis, 'AudioContext');
  expect(isSoundOn()).toBe(false);
});
