import { eventFrame } from '../../lib/frames.ts';
import { benchEcho } from '../bench-contracts.ts';
import { openEchoLoop } from '../echo-loop.ts';
import { interleave, type Result, type Scale } from '../measure.ts';
import { MESSAGE } from '../servers/http-bodies.ts';
import { startServer } from '../start-server.ts';
import { openEngines } from './engines.ts';

const SOCKETS = 5_000;
const REPETITIONS = 5;
const ADDRESSES = 4;
const ORIGIN = 'http://bench.localhost';

/**
 * gw-ack with 5,000 active sockets from several loopback addresses, one event under way each. The baseline is a raw
 * WebSocket echo of the same bytes with as many sockets. Both suffer from cache misses; the ratio shows which suffers
 * more.
 */
export async function gwMany({ small }: Scale): Promise<Result> {
  const engines = await openEngines();
  const sockets = small ? 200 : SOCKETS;
  const cookies = await engines.sessions(sockets);
  const live = await startServer('live', { ...engines.urls, origin: ORIGIN });
  const echo = await startServer('ws-echo');
  const request = eventFrame(7, benchEcho.name, MESSAGE);
  const shared = { origin: ORIGIN, request, forMs: small ? 1_000 : 4_000, addresses: ADDRESSES };
  try {
    const open = await openEchoLoop(live, cookies, {
      ...shared,
      enters: true,
      answers: (text) => text.startsWith('437[{"ok":true'),
    });
    const raw = await openEchoLoop(echo, cookies, {
      ...shared,
      answers: (text) => text === request,
    });
    const pairs = await interleave(small ? 1 : REPETITIONS, open.run, raw.run);
    open.close();
    raw.close();
    return {
      rows: [
        {
          figure: `events per server CPU-second at ${sockets} sockets, of raw ws`,
          values: pairs.map(({ ours, baseline }) => ours.perCpu / baseline.perCpu),
          target: { atLeast: 0.42 },
        },
        { figure: 'events per server CPU-second', values: pairs.map(({ ours }) => ours.perCpu), digits: 0 },
        {
          figure: 'raw ws echoes per server CPU-second',
          values: pairs.map(({ baseline }) => baseline.perCpu),
          digits: 0,
        },
      ],
      faults: [...open.faults(), ...raw.faults()],
      notes: [],
    };
  } finally {
    await Promise.all([live.stop(), echo.stop()]);
    await engines.stop();
  }
}
