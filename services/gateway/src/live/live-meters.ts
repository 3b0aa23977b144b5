import { Counter, Gauge, type Registry } from 'prom-client';
import type { Server } from 'socket.io';

/** Counters of a gateway’s sockets. */
export interface LiveMeters {
  slowReaders: Counter;
  refused: Counter<'reason'>;
  /** From now on the page of metrics tells how many sockets there are. */
  watch(io: Server): void;
}

export function createLiveMeters(metrics: Registry): LiveMeters {
  const registers = [metrics];
  let open = () => 0;
  const sockets: Gauge = new Gauge({
    name: 'live_sockets',
    help: 'Sockets that are open',
    registers: [],
    collect: (): void => sockets.set(open()),
  });
  metrics.registerMetric(sockets);
  return {
    slowReaders: new Counter({
      name: 'live_slow_readers_total',
      help: 'Sockets cut off because too much waited for them',
      registers,
    }),
    refused: new Counter({
      name: 'live_handshakes_refused_total',
      help: 'Connections turned away: an address with too many on their way in, or a gateway that is ending',
      labelNames: ['reason'],
      registers,
    }),
    watch(io) {
      open = () => io.engine.clientsCount;
    },
  };
}
