import { quantile } from '../figures.ts';
import { type HttpLoop, openHttpLoop } from '../http-loop.ts';
import { type Result, row, type Scale } from '../measure.ts';
import { connectPairs, startMeasuredWorld } from '../message-world.ts';
import type { Outcome } from '../traffic.ts';

const READS_PER_SECOND = 200;
const MESSAGES_PER_SECOND = 100;
const BUYERS = 100;
const PAIRS = 25;
const REPETITIONS = 5;
const FOR_MS = 10_000;
const WARM_MS = 3_000;

/**
 * Reads the packs with prices and ways to pay, 200 a second by the clock, beside 100 paid messages a second. Each reader
 * is a member with their own country and discount, so that no answer is another's. The same messages without readers,
 * in turns, show what the reads cost them.
 */
export async function packsRead({ small }: Scale): Promise<Result> {
  const world = await startMeasuredWorld({ small, gateways: 1 });
  const faults: string[] = [];
  try {
    const countries = ['NL', 'BE', 'DE', 'PL', 'FR', 'IT', 'US', 'GB'];
    const buyers = await world.people(
      ...Array.from({ length: BUYERS }, (_, n) => ({
        account: { country: countries[n % countries.length] ?? 'NL' },
      })),
    );
    const traffic = await connectPairs(world, PAIRS, 'Hello there');
    const gateway = world.gateways[0];
    if (!gateway) throw new Error('the world has no gateway');
    const loop = openHttpLoop({
      port: Number(new URL(gateway.address).port),
      pids: () => [gateway.pid()],
      ask: (n) => ({ path: '/api/packages.php', cookie: buyers[n % BUYERS]?.http.cookie ?? '' }),
      headers: { host: new URL(gateway.origin).host, origin: gateway.origin },
      isRight: (body) => body.includes('"packages":[{"id":"p0"') && body.includes('"ways":['),
      connections: 64,
    });
    const beside = (forMs: number) => runBeside(loop, traffic, forMs);
    await beside(WARM_MS);
    const rounds: { reads: Awaited<ReturnType<HttpLoop['runAt']>>; busy: Outcome; idle: Outcome }[] = [];
    for (let turn = 0; turn < (small ? 1 : REPETITIONS); turn += 1) {
      const idle = await traffic.openLoop(MESSAGES_PER_SECOND, small ? WARM_MS : FOR_MS);
      const { reads, messages: busy } = await beside(small ? WARM_MS : FOR_MS);
      faults.push(...lossesOf(idle), ...lossesOf(busy));
      rounds.push({ reads, busy, idle });
    }
    traffic.close();
    faults.push(...loop.close());
    return { rows: rowsOf(rounds), faults, notes: [] };
  } finally {
    await world.stop();
  }
}

type Traffic = Awaited<ReturnType<typeof connectPairs>>;

async function runBeside(loop: HttpLoop, traffic: Traffic, forMs: number) {
  const [reads, messages] = await Promise.all([
    loop.runAt(READS_PER_SECOND, forMs),
    traffic.openLoop(MESSAGES_PER_SECOND, forMs),
  ]);
  return { reads, messages };
}

const lossesOf = ({ missing, duplicates, reordered }: Outcome): string[] =>
  missing + duplicates + reordered === 0
    ? []
    : [`${missing} messages lost, ${duplicates} doubled, ${reordered} out of order`];

const p99 = (values: readonly number[]) => quantile(values, 0.99);

function rowsOf(
  rounds: readonly { reads: Awaited<ReturnType<HttpLoop['runAt']>>; busy: Outcome; idle: Outcome }[],
): Result['rows'] {
  const ms = { digits: 1, unit: 'ms' } as const;
  return [
    row(
      'packs read, p99 at 200 a second beside 100 messages a second',
      rounds.map(({ reads }) => reads.p99),
      { ...ms, atMost: 30 },
    ),
    row(
      'packs read, p50',
      rounds.map(({ reads }) => reads.p50),
      ms,
    ),
    row(
      'message acknowledged beside the reads, p99',
      rounds.map(({ busy }) => p99(busy.ackMs)),
      ms,
    ),
    row(
      'message acknowledged without them, p99',
      rounds.map(({ idle }) => p99(idle.ackMs)),
      ms,
    ),
  ];
}
