import DataLoader from 'dataloader';

/**
 * Documents by id, remembered for a moment. Look-ups of one turn of the event loop are read together, and while two
 * reads travel the next ones gather, as group commit does with writes: no timer, so an idle system adds no wait.
 */
export interface ReadCache<Value> {
  get(id: string): Promise<Value | undefined>;
  /** Those that exist, by id. */
  getMany(ids: readonly string[]): Promise<Map<string, Value>>;
  /** Forgets one, so that the next look-up reads it again. */
  drop(id: string): void;
}

/**
 * A cache of `max` documents at most, each for `ttlMs` at most, read by `load`. A failed read is not remembered.
 * Nothing may depend on it being fresh: what must be exact is decided by a conditional write. With `onlyFound` it does
 * not remember what was not there either: ids that anybody may invent would push out those that are.
 */
export function createReadCache<Value>(
  options: { ttlMs: number; max: number; now: () => number; restMs?: number; onlyFound?: true },
  load: (ids: readonly string[]) => Promise<Map<string, Value>>,
): ReadCache<Value> {
  const entries = new Map<string, { value: Promise<Value | undefined>; until: number }>();
  const loader = createLoader(load, options.restMs);
  let sweeping: NodeJS.Timeout | undefined;

  /** Old documents leave by themselves: of a crowd that came once, nothing stays in memory. */
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
 * Look-ups by id that share reads: those of one turn travel together, and while two reads travel the next ones gather.
 * With `restMs` a crowd is read in fewer, larger reads: after one of several look-ups the next leaves so much later.
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
