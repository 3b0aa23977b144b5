import { useSyncExternalStore } from 'react';
import { localStore, tabLocks } from './storage.ts';

/** Goes with the member at sign-out (`leave.ts`): whoever signs in here next hears nothing that they did not ask for. */
const STORED = 'message-sound';
/** Tabs hear of a message within a second of each other, and the timers of hidden ones are as late again. */
const ONE_TAB_MS = 3_000;
/** How long a browser may take to let a page be heard. */
const START_MS = 500;
/** Two soft notes, a fifth apart: their frequency, in Hz, and when each begins, in seconds. */
const NOTES = [
  [587.33, 0],
  [880, 0.11],
] as const;
const NOTE_S = 0.35;
const LOUDNESS = 0.08;

const listeners = new Set<() => void>();

/** Whether this browser can be heard at all. */
export const canSound = (): boolean => 'AudioContext' in globalThis;

/** Whether the member wants new messages to be heard on this device; off until asked for. */
export const isSoundOn = (): boolean => canSound() && localStore.get(STORED) !== null;

/** The same, as it changes in this tab or another. */
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

/** Turns the sound on or off on this device; who turns it on hears it. */
export function setSound(isOn: boolean): void {
  if (isOn) localStore.set(STORED, '1');
  else localStore.remove(STORED);
  for (const listener of listeners) listener();
  if (isOn) void play();
}

/** Lets a new message be heard, in one tab of this browser. */
export async function playSound(): Promise<void> {
  // Before its first press a page is not heard; it leaves the sound to a tab that was pressed.
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
    // Refused where a call has the loudspeaker, or there is none.
    await Promise.race([audio.resume().catch(() => {}), pause(START_MS)]);
    // What the browser holds back now would be heard at some later press.
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
