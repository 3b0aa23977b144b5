import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { getChats, getLikes, getUser, logIn, searchMembers } from '@heartline/contracts';
import { type Person, startWorld, type World } from '@heartline/testing';
import { cpuSeconds } from '../cpu.ts';
import { quantile } from '../figures.ts';
import { interleave, later, type Result } from '../measure.ts';

const REPETITIONS = 5;
const RUN_MS = 5_000;
const LOGINS_PER_SECOND = 200;
const CALLS_PER_SECOND = 60;
const MEMBERS = 20;
const LIMITS = new URL('../servers/open-limits.ts', import.meta.url).href;
const SERVICE = { NODE_OPTIONS: `--import=${LIMITS}`, LOG_LEVEL: 'warn', DEV_TOOLS: 'no' };
/** Calls of members meanwhile. */
const PATHS = [getUser.path, getChats.path, getLikes.path, searchMembers.path];

/**
 * Calls of members during a flood of 200 logins a second with wrong passwords, alternating with rounds without a flood.
 * - Calls are timed from when they were due, so a stalled server cannot hide.
 * - Hashing is bounded: one at once per two cores with rests in between, forty waiting, and the others get “not now”.
 *   So only logins pay for a flood.
 * - The limit of logins per network is lifted here, as a botnet would evade it.
 */
export async function loginFlood(): Promise<Result> {
  const world = await startWorld({ purpose: 'app', gateways: 1, workers: 0, gatewayEnvironment: SERVICE });
  const agent = new Agent({ keepAlive: true, maxSockets: 1_000 });
  try {
    const people = await world.people(
      ...Array.from({ length: MEMBERS }, () => ({ premium: true, credits: 5 })),
    );
    const visit = createVisits(world, agent, people);
    await visit({ flood: true });
    const rounds = await interleave(
      REPETITIONS,
      () => visit({ flood: true }),
      () => visit({ flood: false }),
    );
    const floods = rounds.map(({ ours }) => ours);
    const quietRounds = rounds.map(({ baseline }) => baseline);
    const knocked = floods.reduce((sum, { checked, turnedAway }) => sum + checked + turnedAway, 0);
    return {
      rows: [
        {
          figure: 'p99 of other calls, of calm',
          values: rounds.map(({ ours, baseline }) => ours.p99 / baseline.p99),
          target: { atMost: 2 },
        },
        { figure: 'p99 of other calls', values: floods.map(({ p99 }) => p99), unit: 'ms', digits: 1 },
        {
          figure: 'p99 of other calls in calm',
          values: quietRounds.map(({ p99 }) => p99),
          unit: 'ms',
          digits: 1,
        },
        {
          figure: 'passwords checked per second',
          values: floods.map(({ checked }) => checked / seconds),
          digits: 0,
        },
        { figure: 'share of one core, in the flood', values: floods.map(({ cpu }) => cpu / seconds) },
      ],
      faults: [...floods, ...quietRounds].flatMap(({ faults }) => faults),
      notes: [
        `${knocked} logins knocked; ${floods.reduce((sum, { turnedAway }) => sum + turnedAway, 0)} were asked to come back later.`,
      ],
    };
  } finally {
    agent.destroy();
    await world.stop();
  }
}

const seconds = RUN_MS / 1_000;

interface Visit {
  p99: number;
  checked: number;
  turnedAway: number;
  /** CPU-seconds of the gateway. */
  cpu: number;
  faults: string[];
}

function createVisits(world: World, agent: Agent, people: readonly Person[]) {
  const [gateway] = world.gateways;
  if (!gateway) throw new Error('no gateway');
  const url = new URL(gateway.address);
  const headers = {
    host: new URL(gateway.origin).host,
    origin: gateway.origin,
    'sec-fetch-site': 'same-origin',
  };
  let knocks = 0;

  async function send(method: string, path: string, cookie: string, body?: string): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const typed =
      body === undefined ? {} : { 'content-type': 'application/json', 'content-length': body.length };
    const sent = request(
      { host: url.hostname, port: url.port, agent, method, path, headers: { ...headers, cookie, ...typed } },
      (response) => {
        response.resume();
        response.once('end', () => resolve(response.statusCode ?? 0));
        response.once('error', reject);
      },
    );
    sent.once('error', reject);
    sent.end(body);
    return promise;
  }

  /** One round: calls of members, with or without the flood. */
  return async ({ flood }: { flood: boolean }): Promise<Visit> => {
    const visit: Visit = { p99: 0, checked: 0, turnedAway: 0, cpu: 0, faults: [] };
    const times: number[] = [];
    const before = cpuSeconds([gateway.pid()]);
    const call = async (n: number, dueAt: number) => {
      const person = people[n % people.length] as Person;
      const path = PATHS[n % PATHS.length] as string;
      const status = await send('GET', path, `__Host-session=${person.session}`);
      times.push(performance.now() - dueAt);
      if (status !== 200) visit.faults.push(`${path} answered ${status}`);
    };
    const knock = async () => {
      knocks += 1;
      const body = JSON.stringify({ email: `nobody${knocks}@mail.example`, password: 'a wrong password' });
      const status = await send(logIn.method, logIn.path, '', body);
      if (status === 401) visit.checked += 1;
      else if (status === 503) visit.turnedAway += 1;
      else visit.faults.push(`a login was answered with ${status}`);
    };
    const failed = (error: unknown) => visit.faults.push(String(error));
    const running = [
      byTheClock(CALLS_PER_SECOND, (n, dueAt) => call(n, dueAt).catch(failed)),
      ...(flood ? [byTheClock(LOGINS_PER_SECOND, () => knock().catch(failed))] : []),
    ];
    await Promise.all(running);
    visit.cpu = cpuSeconds([gateway.pid()]) - before;
    visit.p99 = quantile(times, 0.99);
    // Logins that still wait belong to this round, not to the next.
    await later(500);
    return visit;
  };
}

/** Starts `work` at this rate for one round, however long it takes; resolves when all calls ended. */
async function byTheClock(
  perSecond: number,
  work: (n: number, dueAt: number) => Promise<unknown>,
): Promise<void> {
  const startedAt = performance.now();
  const count = perSecond * seconds;
  const started: Promise<unknown>[] = [];
  for (let n = 0; n < count; n += 1) {
    const dueAt = startedAt + (n * 1_000) / perSecond;
    const early = dueAt - performance.now();
    if (early > 1) await later(early);
    started.push(work(n, dueAt));
  }
  await Promise.all(started);
}
