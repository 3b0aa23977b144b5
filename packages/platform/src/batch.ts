/**
 * Ways to do work of many callers at once: one for what they wait for, two for what is done after an answer has left.
 */

/**
 * Does `act` once for all who ask within a tick, when it is over: everything that follows from one answer, such as that
 * of a bulk, has happened by then. All of them get what came of it.
 */
export function oncePerTick<Outcome>(act: () => Outcome | Promise<Outcome>): () => Promise<Outcome> {
  let asked: Promise<Outcome> | undefined;
  return () => {
    asked ??= new Promise<void>((resolve) => process.nextTick(resolve)).then(() => {
      asked = undefined;
      return act();
    });
    return asked;
  };
}

/** Items without repetitions, by their names; of those with one name the first. */
export function uniqueBy<Item>(items: readonly Item[], nameOf: (item: Item) => string): Item[] {
  const byName = new Map<string, Item>();
  for (const item of items) if (!byName.has(nameOf(item))) byName.set(nameOf(item), item);
  return [...byName.values()];
}

/**
 * Gathers items and hands them on together: when `size` are there, or `waitMs` after the first. `flush` now empties
 * what waits; call it before closing. Items whose hand-over failed are dropped: a sweeper finds their work again.
 */
export function createBatcher<Item>(
  options: { size: number; waitMs: number },
  handOver: (items: Item[]) => Promise<unknown>,
): { add(item: Item): void; flush(): Promise<void> } {
  let waiting: Item[] = [];
  let timer: NodeJS.Timeout | undefined;
  const leaving = new Set<Promise<unknown>>();

  function leave(): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length === 0) return;
    const items = waiting;
    waiting = [];
    const work = handOver(items).catch(() => undefined);
    leaving.add(work);
    void work.finally(() => leaving.delete(work));
  }

  return {
    add(item) {
      waiting.push(item);
      if (waiting.length >= options.size) leave();
      else timer ??= setTimeout(leave, options.waitMs);
    },
    async flush() {
      leave();
      await Promise.all(leaving);
    },
  };
}

/** In so many steps the merged values of one `waitMs` leave. */
const STEPS = 30;

/**
 * Keeps the newest value of each key and hands it on `waitMs` after the key's first change: for derived documents,
 * where only the latest state matters. They leave at an even pace, `size` at a time, or more where more wait than would
 * get out in time; so keys that changed together do not burden the store together. `flush` hands on all that waits.
 */
export function createCoalescer<Value>(
  options: { waitMs: number; size: number; merge: (older: Value, newer: Value) => Value },
  handOver: (values: [key: string, value: Value][]) => Promise<unknown>,
): { add(key: string, value: Value): void; flush(): Promise<void> } {
  const { waitMs, size, merge } = options;
  /** The key that waits longest comes first. */
  const waiting = new Map<string, { value: Value; dueAt: number }>();
  let timer: NodeJS.Timeout | undefined;
  let leaving: Promise<unknown> = Promise.resolve();

  function leave(most: number, now: number): Promise<unknown> {
    const values: [string, Value][] = [];
    for (const [key, { value, dueAt }] of waiting) {
      if (dueAt > now || values.length >= most) break;
      waiting.delete(key);
      values.push([key, value]);
    }
    if (values.length > 0) leaving = leaving.then(() => handOver(values)).catch(() => undefined);
    return leaving;
  }

  async function step(): Promise<void> {
    await leave(Math.max(size, Math.ceil(waiting.size / STEPS)), performance.now());
    timer = waiting.size > 0 ? setTimeout(() => void step(), waitMs / STEPS).unref() : undefined;
  }

  return {
    add(key, value) {
      const older = waiting.get(key);
      if (older) older.value = merge(older.value, value);
      else waiting.set(key, { value, dueAt: performance.now() + waitMs });
      timer ??= setTimeout(() => void step(), waitMs).unref();
    },
    async flush() {
      await leave(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
    },
  };
}
