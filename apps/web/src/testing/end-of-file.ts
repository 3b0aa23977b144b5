import { afterAll, vi } from 'vitest';

// Runs before each file of tests of screens. Many of them share a process, one after the other: what one left behind would
// run on beside a later one, and end the run with an error under that one's name.

type Start = (...given: readonly unknown[]) => ReturnType<typeof setTimeout>;

/** Every timer of the file, over or not. */
const started = new Set<ReturnType<Start>>();

for (const name of ['setTimeout', 'setInterval'] as const) {
  const start = globalThis[name] as Start;
  const noted: Start = (...given) => {
    const timer = start(...given);
    started.add(timer);
    return timer;
  };
  Object.assign(globalThis, { [name]: noted });
}

/** Waits for the parts of the page that are still being fetched, and stops every timer that is not over. */
export async function endOfFile(): Promise<void> {
  await vi.dynamicImportSettled();
  for (const timer of started) clearTimeout(timer);
}

afterAll(endOfFile);
