import { afterAll, vi } from 'vitest';

// Runs before each file of screen tests. Many files share a process, one after the other. A timer or load left over
// would run on beside a later file and fail the run under that file's name.

type Start = (...given: readonly unknown[]) => ReturnType<typeof setTimeout>;

/** Every timer of the file, ended or not. */
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

/** Waits for components that are still loading, and stops every timer that has not ended. */
export async function endOfFile(): Promise<void> {
  await vi.dynamicImportSettled();
  for (const timer of started) clearTimeout(timer);
}

afterAll(endOfFile);
