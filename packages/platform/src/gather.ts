/**
 * Two ways to do work of many callers at once, used after an answer has left.
 */

/**
 * Gathers items and hands them on together: when `size` are there, or `waitMs` after the first. `flush` now empties
 * what waits; call it before closing. Items whose hand-over failed are dropped: a sweeper finds their work again.
 */
export function createGatherer<Item>(
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

/**
 * Keeps the newest value of each key and hands all of them on every `waitMs`: for derived documents, where only the
 * latest state matters.
 */
export function createMerger<Value>(
  options: { waitMs: number; merge: (older: Value, newer: Value) => Value },
  handOver: (values: Map<string, Value>) => Promise<unknown>,
): { add(key: string, value: Value): void; flush(): Promise<void> } {
  let waiting = new Map<string, Value>();
  const gatherer = createGatherer<true>(
    { size: Number.POSITIVE_INFINITY, waitMs: options.waitMs },
    async () => {
      const values = waiting;
      waiting = new Map();
      await handOver(values);
    },
  );
  return {
    add(key, value) {
      const older = waiting.get(key);
      waiting.set(key, older === undefined ? value : options.merge(older, value));
      if (waiting.size === 1 && older === undefined) gatherer.add(true);
    },
    flush: () => gatherer.flush(),
  };
}
