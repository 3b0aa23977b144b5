import type { CoreInTest } from '@heartline/testing';
import { cpuSeconds, residentKib } from '../cpu.ts';
import { writtenToDisk } from '../disk-written.ts';
import { later } from '../measure.ts';

/** A part of the app with its processes. */
export interface WatchedPart {
  name: string;
  /** Empty while the part is down. */
  pids(): readonly number[];
  /** URL of its Prometheus page, if it has one. */
  metricsUrl?: string;
}

/** A line of values over a run. */
export interface Series {
  group: string;
  name: string;
  unit: string;
  /** Seconds since the start and the value; undefined if none could be read. */
  points: [second: number, value: number | undefined][];
}

const EVERY_MS = 2_000;
/**
 * Timeout of a metrics page, longer than a sample interval. A stalled service only reports its stall afterwards. Its
 * figures restart with each page, so a page that timed out would lose the worst ones.
 */
const PAGE_MS = 10_000;

/** Our own engines, and a folder on their disk. */
interface Store {
  engines: CoreInTest;
  folder: string;
}

/** Samples every two seconds what each part uses; `stop` returns the lines, in each group in the order of the parts. */
export function watch(
  parts: readonly WatchedPart[],
  generator: WatchedPart,
  store: Store | undefined,
): { stop(): Promise<Series[]> } {
  const lines = new Map<string, Series>();
  const startedAt = performance.now();
  const note = (group: string, name: string, unit: string, value: number | undefined) => {
    const key = `${group}/${name}`;
    const line = lines.get(key) ?? { group, name, unit, points: [] };
    line.points.push([
      round((performance.now() - startedAt) / 1_000),
      value === undefined ? value : round(value),
    ]);
    lines.set(key, line);
  };
  const run = { isOver: false };
  const askLoops = createLoopAsker(parts, note);
  const work = (async () => {
    const rates = createRates();
    for (let turn = 1; !run.isOver; turn += 1) {
      for (const part of [...parts, generator]) noteProcess(part, rates, note);
      askLoops();
      if (store) await noteStore(store, rates, note);
      await later(Math.max(0, startedAt + turn * EVERY_MS - performance.now()));
    }
    await askLoops.answered();
  })();
  return {
    async stop() {
      run.isOver = true;
      await work;
      const names = [...parts, generator].map(({ name }) => name);
      // Pages arrive in any order. Sorting by part gives each part the same colour on every chart.
      const placeOf = ({ name }: Series) => (names.includes(name) ? names.indexOf(name) : names.length);
      return [...lines.values()].sort((one, other) => placeOf(one) - placeOf(other));
    },
  };
}

type Note = (group: string, name: string, unit: string, value: number | undefined) => void;

function noteProcess(part: WatchedPart, rates: Rates, note: Note): void {
  const pids = part.pids();
  const share = rates(part.name, pids.length > 0 ? cpuSeconds(pids) : undefined);
  note('CPU', part.name, 'cores', share);
  note('Memory', part.name, 'MiB', pids.length > 0 ? memoryMib(pids) : undefined);
}

function memoryMib(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + residentOf(pid), 0) / 1_024;
}

/** Processes of an engine come and go: an ended one uses nothing. */
function residentOf(pid: number): number {
  try {
    return residentKib(pid);
  } catch {
    return 0;
  }
}

/** Requests the page of every part, except parts that have not answered yet, so a stalled one delays no other. */
function createLoopAsker(parts: readonly WatchedPart[], note: Note) {
  const asked = new Map<WatchedPart, Promise<void>>();
  const ask = () => {
    for (const part of parts) {
      if (!part.metricsUrl || asked.has(part)) continue;
      asked.set(
        part,
        noteEventLoop(part, part.metricsUrl, note).finally(() => asked.delete(part)),
      );
    }
  };
  return Object.assign(ask, { answered: () => Promise.all(asked.values()) });
}

/** Reads Node's own figures since the last request: the longest and the 99th percentile of event-loop delay. */
async function noteEventLoop({ name }: WatchedPart, metricsUrl: string, note: Note): Promise<void> {
  const text = await pageAt(metricsUrl);
  const value = (metric: string, times: number) => {
    const found = new RegExp(`^${metric} ([\\d.e+-]+)$`, 'm').exec(text)?.[1];
    return found ? Number(found) * times : undefined;
  };
  note('Event-loop delay, longest', name, 'ms', value('nodejs_eventloop_lag_max_seconds', 1_000));
  note('Event-loop delay, p99', name, 'ms', value('nodejs_eventloop_lag_p99_seconds', 1_000));
  note('Heap in use', name, 'MiB', value('nodejs_heap_size_used_bytes', 1 / 2 ** 20));
}

/** Empty while the part is down. */
async function pageAt(metricsUrl: string): Promise<string> {
  return fetch(metricsUrl, { signal: AbortSignal.timeout(PAGE_MS) })
    .then((response) => response.text())
    .catch(() => '');
}

async function noteStore({ engines: { redis }, folder }: Store, rates: Rates, note: Note): Promise<void> {
  const bytes = rates('disk', writtenToDisk(folder));
  note('Written to disk', 'by everybody', 'MiB a second', bytes === undefined ? undefined : bytes / 2 ** 20);
  const info = await redis.info().catch(() => '');
  const value = (name: string) => {
    const found = new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1];
    return found ? Number(found) : undefined;
  };
  note('Redis', 'commands', 'a second', rates('redis commands', value('total_commands_processed')));
  const memory = value('used_memory');
  note('Redis memory', 'used', 'MiB', memory === undefined ? undefined : memory / 2 ** 20);
}

type Rates = ReturnType<typeof createRates>;

/** Growth per second of counters since the last sample; none for a restarted counter. */
function createRates() {
  const before = new Map<string, { at: number; count: number }>();
  return (name: string, count: number | undefined): number | undefined => {
    const last = before.get(name);
    const at = performance.now();
    if (count === undefined) {
      before.delete(name);
      return undefined;
    }
    before.set(name, { at, count });
    if (!last || count < last.count) return undefined;
    return ((count - last.count) / (at - last.at)) * 1_000;
  };
}

const round = (value: number) => Number(value.toPrecision(4));
