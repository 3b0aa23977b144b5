/**
 * Ways to batch the work of many callers: `oncePerTick` for work they wait for, the others for work after an answer has
 * left.
 */

/**
 * Runs `act` once for all callers within a tick, after the tick. Everything that follows from one answer, such as that
 * of a bulk, has happened by then. All callers get the same outcome.
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

/** Items with unique names; the first of each name wins. */
export function uniqueBy<Item>(items: readonly Item[], nameOf: (item: Item) => string): Item[] {
  const byName = new Map<string, Item>();
  for (const item of items) if (!byName.has(nameOf(item))) byName.set(nameOf(item), item);
  return [...byName.values()];
}

/**
 * Batches items and delivers them when `size` are there, or `waitMs` after the first. Call `flush` before closing: it
 * delivers the rest at once. Items whose delivery failed are dropped, because a sweep finds their work again.
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

/** Number of steps over which the merged values of one `waitMs` leave. */
const STEPS = 30;

/**
 * Keeps the newest value of each key and delivers it `waitMs` after the key's first change. For derived documents,
 * where only the latest state matters.
 *
 * - Values leave evenly, `size` at a time, so keys that changed together do not burden the database together.
 * - More leave at a time if the backlog would not drain in time.
 * - `flush` delivers all pending values.
 */
export function createCoalescer<Value>(
  options: { waitMs: number; size: number; merge: (older: Value, newer: Value) => Value },
  handOver: (values: [key: string, value: Value][]) => Promise<unknown>,
): { add(key: string, value: Value): void; flush(): Promise<void> } {
  const { waitMs, size, merge } = options;
  /** Oldest key first. */
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
