import { useSyncExternalStore } from 'react';
import { localStore, tabLocks } from './storage.ts';

/** Erased at sign-out (`leave.ts`): the next member here gets no sound they did not ask for. */
const STORED = 'message-sound';
/** Tabs receive a message within a second of each other. Timers of hidden tabs are up to a second late. */
const ONE_TAB_MS = 3_000;
/** Timeout for the browser to allow sound. */
const START_MS = 500;
/** Two soft notes, a fifth apart: their frequency, in Hz, and when each begins, in seconds. */
const NOTES = [
  [587.33, 0],
  [880, 0.11],
] as const;
const NOTE_S = 0.35;
const LOUDNESS = 0.08;

const listeners = new Set<() => void>();

/** True when this browser has audio. */
export const canSound = (): boolean => 'AudioContext' in globalThis;

/** True when the member wants a sound for new messages on this device; off by default. */
export const isSoundOn = (): boolean => canSound() && localStore.get(STORED) !== null;

/** The same as a hook; follows changes in this tab and others. */
export function useSoundOn(): boolean {
  return useSyncExternalStore(subscribe, isSoundOn);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** Turns the sound on or off on this device. Turning it on plays it. */
export function setSound(isOn: boolean): void {
  if (isOn) localStore.set(STORED, '1');
  else localStore.remove(STORED);
  for (const listener of listeners) listener();
  if (isOn) void play();
}

/** Plays the sound of a new message, in one tab of this browser. */
export async function playSound(): Promise<void> {
  // A page may not play sound before its first press. It leaves the sound to a tab that was pressed.
  const { userActivation } = navigator as Partial<Navigator>;
  if (userActivation && !userActivation.hasBeenActive) return;
  const locks = tabLocks();
  if (!locks) return play();
  await locks.request(STORED, { ifAvailable: true }, async (lock) => {
    if (lock) await Promise.all([play(), pause(ONE_TAB_MS)]);
  });
}

async function play(): Promise<void> {
  const audio = new AudioContext();
  try {
    // Rejects when a call uses the loudspeaker, or there is none.
    await Promise.race([audio.resume().catch(() => {}), pause(START_MS)]);
    // A sound the browser holds back now would play at some later press.
    if (audio.state !== 'running') return;
    for (const note of NOTES) strike(audio, note);
    await pause(1_000);
  } finally {
    await audio.close();
  }
}

function strike(audio: AudioContext, [frequency, after]: (typeof NOTES)[number]): void {
  const at = audio.currentTime + after;
  const fade = new GainNode(audio, { gain: 0 });
  fade.gain.setValueAtTime(0, at);
  fade.gain.linearRampToValueAtTime(LOUDNESS, at + 0.01);
  fade.gain.exponentialRampToValueAtTime(0.0001, at + NOTE_S);
  const note = new OscillatorNode(audio, { frequency });
  note.connect(fade).connect(audio.destination);
  note.start(at);
  note.stop(at + NOTE_S);
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
