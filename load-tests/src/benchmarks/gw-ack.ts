import { eventFrame } from '../../lib/frames.ts';
import { benchEcho } from '../bench-contracts.ts';
import { openEchoLoop } from '../echo-loop.ts';
import { interleave, type Result, type Scale } from '../measure.ts';
import { MESSAGE } from '../servers/http-bodies.ts';
import { startServer } from '../start-server.ts';
import { openEngines } from './engines.ts';

const SOCKETS = 100;
const REPETITIONS = 7;

/**
 * One event and its ack without a store: authenticated, validated and counted against its limit. The baseline is a raw
 * WebSocket echo of the same bytes. 100 sockets have one message under way each; the figure is per CPU-second of the
 * server.
 */
export async function gwAck({ small }: Scale): Promise<Result> {
  const engines = await openEngines();
  const cookies = await engines.sessions(SOCKETS);
  const origin = 'http://bench.localhost';
  const live = await startServer('live', { ...engines.urls, origin });
  const echo = await startServer('ws-echo');
  const faults: string[] = [];
  const request = eventFrame(7, benchEcho.name, MESSAGE);
  const answers = (text: string) => text.startsWith('437[{"ok":true');
  try {
    const open = await openEchoLoop(live, cookies, {
      origin,
      enters: true,
      request,
      answers,
    });
    const raw = await openEchoLoop(echo, cookies, {
      origin,
      request,
      answers: (text) => text === request,
    });
    const pairs = await interleave(small ? 1 : REPETITIONS, open.run, raw.run);
    faults.push(...open.faults(), ...raw.faults());
    open.close();
    raw.close();
    return {
      rows: [
        {
          figure: 'events per server CPU-second, of raw ws',
          values: pairs.map(({ ours, baseline }) => ours.perCpu / baseline.perCpu),
          target: { atLeast: 0.48 },
        },
        {
          figure: 'events per server CPU-second',
          values: pairs.map(({ ours }) => ours.perCpu),
          digits: 0,
        },
        {
          figure: 'raw ws echoes per server CPU-second',
          values: pairs.map(({ baseline }) => baseline.perCpu),
          digits: 0,
        },
        { figure: 'events per second', values: pairs.map(({ ours }) => ours.perSecond), digits: 0 },
      ],
      faults,
      notes: [],
    };
  } finally {
    await Promise.all([live.stop(), echo.stop()]);
    await engines.stop();
  }
}
