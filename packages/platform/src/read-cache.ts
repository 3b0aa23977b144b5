import DataLoader from 'dataloader';

/**
 * Short-lived cache of documents by id. Look-ups of one turn of the event loop share a read. While two reads are in
 * flight, further look-ups gather for the next, without a timer that would delay an idle system.
 */
export interface ReadCache<Value> {
  get(id: string): Promise<Value | undefined>;
  /** The documents that exist, by id. */
  getMany(ids: readonly string[]): Promise<Map<string, Value>>;
  /** Removes one document, so the next look-up reads it again. */
  drop(id: string): void;
}

/**
 * A cache of at most `max` documents, each for at most `ttlMs`, read by `load`. Failed reads are not cached.
 *
 * - The cache may be stale: conditional writes decide what must be exact.
 * - With `onlyFound`, missing documents are not cached: invented ids would push out those that exist.
 */
export function createReadCache<Value>(
  options: { ttlMs: number; max: number; now: () => number; restMs?: number; onlyFound?: true },
  load: (ids: readonly string[]) => Promise<Map<string, Value>>,
): ReadCache<Value> {
  const entries = new Map<string, { value: Promise<Value | undefined>; until: number }>();
  const loader = createLoader(load, options.restMs);
  let sweeping: NodeJS.Timeout | undefined;

  /** Removes expired documents, so a crowd that came once does not stay in memory. */
  function sweep(): void {
    const now = options.now();
    for (const [id, { until }] of entries) {
      if (until > now) break;
      entries.delete(id);
    }
    sweeping = entries.size > 0 ? setTimeout(sweep, options.ttlMs).unref() : undefined;
  }

  function get(id: string): Promise<Value | undefined> {
    if (options.ttlMs === 0) return loader.load(id);
    const now = options.now();
    const known = entries.get(id);
    if (known && now < known.until && known.until - now <= options.ttlMs) return known.value;
    const entry = { value: loader.load(id), until: now + options.ttlMs };
    entries.delete(id);
    entries.set(id, entry);
    if (entries.size > options.max) entries.delete(entries.keys().next().value as string);
    else sweeping ??= setTimeout(sweep, options.ttlMs).unref();
    const forget = () => {
      if (entries.get(id) === entry) entries.delete(id);
    };
    entry.value.then((found) => {
      if (options.onlyFound && found === undefined) forget();
    }, forget);
    return entry.value;
  }

  return {
    get,
    async getMany(ids) {
      const found = new Map<string, Value>();
      await Promise.all(
        ids.map(async (id) => {
          const value = await get(id);
          if (value !== undefined) found.set(id, value);
        }),
      );
      return found;
    },
    drop: (id) => {
      entries.delete(id);
    },
  };
}

const IN_FLIGHT = 2;
const MAX_BATCH = 500;

/**
 * Batches look-ups by id. Those of one turn share a read; while two reads are in flight, further ones gather. With
 * `restMs`, a crowd needs fewer, larger reads: after a read of several ids, the next starts that much later.
 */
export function createLoader<Value>(
  load: (ids: readonly string[]) => Promise<Map<string, Value>>,
  restMs = 0,
): DataLoader<string, Value | undefined> {
  const waiting: (() => void)[] = [];
  let travelling = 0;
  let restsUntil = 0;

  function schedule(leave: () => void): void {
    const ms = restMs > 0 ? restsUntil - performance.now() : 0;
    if (travelling >= IN_FLIGHT) waiting.push(leave);
    else if (ms > 0) setTimeout(leave, ms);
    else setImmediate(leave);
  }

  return new DataLoader<string, Value | undefined>(
    async (ids) => {
      travelling += 1;
      if (ids.length > 1) restsUntil = performance.now() + restMs;
      try {
        const found = await load(ids);
        return ids.map((id) => found.get(id));
      } finally {
        travelling -= 1;
        const next = waiting.shift();
        if (next && restMs > 0) schedule(next);
        else next?.();
      }
    },
    { cache: false, maxBatchSize: MAX_BATCH, batchScheduleFn: schedule },
  );
}
