import { creditDebit } from '../benchmarks/credit-debit.ts';
import { gwAck } from '../benchmarks/gw-ack.ts';
import { gwFanout } from '../benchmarks/gw-fanout.ts';
import { gwLocality } from '../benchmarks/gw-locality.ts';
import { gwMany } from '../benchmarks/gw-many.ts';
import { gwMem } from '../benchmarks/gw-mem.ts';
import { gwXnode } from '../benchmarks/gw-xnode.ts';
import { harnessTruth } from '../benchmarks/harness-truth.ts';
import { httpCore } from '../benchmarks/http-core.ts';
import { inboxRead } from '../benchmarks/inbox-read.ts';
import { listFrames } from '../benchmarks/list-60fps.ts';
import { loginFlood } from '../benchmarks/login-flood.ts';
import { msgBurst } from '../benchmarks/msg-burst.ts';
import { msgDurable } from '../benchmarks/msg-durable.ts';
import { msgSockets } from '../benchmarks/msg-sockets.ts';
import { msgStored } from '../benchmarks/msg-stored.ts';
import { packsRead } from '../benchmarks/packs-read.ts';
import { photoPipeline } from '../benchmarks/photo-pipeline.ts';
import { readOnce } from '../benchmarks/read-once.ts';
import { reconnectStorm } from '../benchmarks/reconnect-storm.ts';
import { search } from '../benchmarks/search.ts';
import { slowReader } from '../benchmarks/slow-reader.ts';
import { soak } from '../benchmarks/soak.ts';
import { unreadExact } from '../benchmarks/unread-exact.ts';
import { webBudget } from '../benchmarks/web-budget.ts';
import { webVitals } from '../benchmarks/web-vitals.ts';
import type { Result, Scale } from '../measure.ts';

/** A benchmark; it has one size only if it takes no scale. */
export type Benchmark = (scale: Scale) => Promise<Result>;

/** Benchmarks that take `--minutes`. */
export const WITH_MINUTES: ReadonlySet<string> = new Set(['soak']);

/** Every benchmark, in the order in which `all` runs them. */
export const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  'gw-ack': gwAck,
  'gw-many': gwMany,
  'gw-mem': gwMem,
  'gw-fanout': gwFanout,
  'gw-xnode': gwXnode,
  'gw-locality': gwLocality,
  'http-core': httpCore,
  'photo-pipeline': photoPipeline,
  'web-budget': webBudget,
  'web-vitals': webVitals,
  'list-60fps': listFrames,
  'read-once': readOnce,
  'credit-debit': creditDebit,
  'msg-durable': msgDurable,
  'msg-burst': msgBurst,
  'msg-stored': msgStored,
  'msg-sockets': msgSockets,
  'inbox-read': inboxRead,
  'packs-read': packsRead,
  'unread-exact': unreadExact,
  'reconnect-storm': reconnectStorm,
  'slow-reader': slowReader,
  soak,
  'harness-truth': harnessTruth,
  'login-flood': loginFlood,
  search,
};
