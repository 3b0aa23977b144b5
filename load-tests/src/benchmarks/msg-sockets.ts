import { eventFrame } from '../../lib/frames.ts';
import { benchEcho } from '../bench-contracts.ts';
import { openEchoLoop } from '../echo-loop.ts';
import { type Result, type Row, row, type Scale } from '../measure.ts';
import { connectPairs, type Step, startMeasuredWorld, step } from '../message-world.ts';
import { MESSAGE } from '../servers/http-bodies.ts';
import { startServer } from '../start-server.ts';
import { TEXT } from './bare-writes.ts';

const FEW = 100;
const MANY = 5_000;
const FOR_MS = 5_000;
const ROUNDS = 3;

/**
 * msg-durable with 100 and with 5,000 sockets, one message under way each: the loss of the whole path with more
 * sockets. The baseline is the loss of a raw WebSocket echo in the same run.
 */
export async function msgSockets({ small }: Scale): Promise<Result> {
  const many = small ? 300 : MANY;
  const world = await startMeasuredWorld({ small });
  const echo = await startServer('ws-echo');
  const faults: string[] = [];
  try {
    const rounds: Turn[] = [];
    const [few, lots] = [await connectPairs(world, FEW / 2, TEXT), await connectPairs(world, many / 2, TEXT)];
    const request = eventFrame(7, benchEcho.name, MESSAGE);
    const raw = (count: number) =>
      openEchoLoop(
        echo,
        Array.from({ length: count }, () => 'none'),
        {
          origin: 'http://bench.localhost',
          request,
          addresses: 4,
          answers: (text) => text === request,
        },
      );
    const [rawFew, rawMany] = [await raw(FEW), await raw(many)];
    // The first message of a conversation costs more, and is not measured.
    await few.closedLoop(1_500);
    await lots.closedLoop(small ? 1_500 : 4_000);
    for (let turn = 0; turn < (small ? 1 : ROUNDS); turn += 1) {
      rounds.push({
        few: await step(world, () => few.closedLoop(FOR_MS), faults),
        rawFew: (await rawFew.run()).perCpu,
        many: await step(world, () => lots.closedLoop(FOR_MS), faults),
        rawMany: (await rawMany.run()).perCpu,
      });
    }
    for (const open of [few, lots, rawFew, rawMany]) open.close();
    faults.push(...(await world.violations()).map((violation) => JSON.stringify(violation)));
    return { rows: rowsOf(rounds, many), faults, notes: [] };
  } finally {
    await echo.stop();
    await world.stop();
  }
}

interface Turn {
  few: Step;
  many: Step;
  /** Raw echoes per CPU-second. */
  rawFew: number;
  rawMany: number;
}

function rowsOf(rounds: readonly Turn[], many: number): Row[] {
  const perCpu = ({ cpu }: Step) => 1_000 / cpu.gateway;
  const of = (pick: (turn: Turn) => number) => rounds.map(pick);
  return [
    row(
      `throughput kept from ${FEW} to ${many} sockets, of what raw ws keeps`,
      of((turn) => perCpu(turn.many) / perCpu(turn.few) / (turn.rawMany / turn.rawFew)),
      { atLeast: 1 },
    ),
    row(
      `messages per gateway CPU-second at ${many} sockets, of ${FEW}`,
      of((turn) => perCpu(turn.many) / perCpu(turn.few)),
      { better: 'higher' },
    ),
    row(
      `raw ws echoes per CPU-second at ${many} sockets, of ${FEW}`,
      of((turn) => turn.rawMany / turn.rawFew),
    ),
    row(
      `accepted a second at ${FEW} sockets`,
      of((turn) => turn.few.perSecond),
      { digits: 0 },
    ),
    row(
      `accepted a second at ${many} sockets`,
      of((turn) => turn.many.perSecond),
      { digits: 0 },
    ),
    row(
      `put off and taken later, of those who begin at once at ${many} sockets`,
      of((turn) => turn.many.putOff),
      { digits: 0, better: 'lower' },
    ),
  ];
}
