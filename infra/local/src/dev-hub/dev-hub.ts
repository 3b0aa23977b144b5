import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LOCALES, type Locale, reconcilePayments, sweepAccounts } from '@heartline/contracts';
import { createLogger, createQueues, type Queues, shiftDevClock } from '@heartline/platform';
import type { FastifyInstance } from 'fastify';
import { drawingsFolder } from '../app/draw-in-background.ts';
import { DATA } from '../app/places.ts';
import type { Store } from '../app/start-store.ts';
import { type DemoPerson, findPicture, pictureFiles } from '../demo-world/index.ts';
import { sendPage } from '../pages/page.ts';
import { createPageServer, listen } from '../pages/server.ts';
import type { DevHubOptions } from './dev-hub-options.ts';
import { devHubPage } from './dev-hub-page.ts';
import { healthOf } from './health.ts';
import { addJobBoard } from './job-board.ts';
import { addLoadRuns } from './load-runs.ts';
import { givePhone } from './pretend-phones.ts';
import { OPERATOR_ROLE, signInOperator } from './sign-in-operator.ts';
import { createSignIns, ROLES, type RoleName } from './sign-ins.ts';

export interface DevHub {
  origin: string;
  stop(): Promise<void>;
}

const HOUR_MS = 3_600_000;
/** Demo members whose pushes arrive in the push inbox. */
const PHONES = ['mara', 'jonas'] as const;

/** The page where everything about a running Heartline is one click away. */
export async function startDevHub(options: DevHubOptions): Promise<DevHub> {
  const { store, places } = options;
  const logger = createLogger({ level: 'silent', service: 'hub' });
  const queues = createQueues({ url: store.redisUrl, prefix: store.prefix, logger });
  const signIns = createSignIns({ ...options, queues, mediaDir: join(DATA, 'media') });
  const app = createPageServer();
  app.get('/', async (_request, reply) => {
    const health = await healthOf(options);
    return sendPage(reply, devHubPage({ ...options, health, aheadMs: store.clock.aheadMs() }));
  });
  app.get('/api/health', async () => ({ parts: await healthOf(options) }));
  addSignIn(app, options, signIns);
  addFaces(app, options.people);
  addClock(app, store, queues);
  addLoadRuns(app, places);
  await addJobBoard(app, queues);
  const origin = await listen(app, options.port);
  await Promise.all(PHONES.map((key) => givePhone(options, signIns, key)));
  return {
    origin: places.devHub || origin,
    async stop() {
      await app.close();
      await queues.close();
    },
  };
}

interface Query {
  /** The account and the gateway: `mara@a`. */
  as?: string;
  language?: string;
}

/** One click: a session is made, and its secret handed to the gateway’s own host, which sets the cookies. */
function addSignIn(
  app: FastifyInstance,
  { stack, store }: DevHubOptions,
  signIns: ReturnType<typeof createSignIns>,
): void {
  const openAsOperator = async (gateway: { origin: string }, to: string, language: Locale) => {
    const { session, device, expires } = await signInOperator({ store });
    const url = new URL('/dev/sign-in-operator', gateway.origin);
    url.search = new URLSearchParams({ session, device, language, to, expires: `${expires}` }).toString();
    return url.href;
  };
  app.get('/landers', async (_request, reply) => {
    const [gateway] = stack.gateways;
    return reply.redirect(gateway ? await openAsOperator(gateway, '/operator/landers', 'en') : '/', 303);
  });
  app.get<{ Querystring: Query }>('/sign-in', async ({ query }, reply) => {
    const [role = '', name] = query.as?.split('@') ?? [];
    const gateway = stack.gateways.find((one) => one.name === name) ?? stack.gateways[0];
    const chosen = LOCALES.find((locale) => locale === query.language);
    if (gateway && role === OPERATOR_ROLE)
      return reply.redirect(await openAsOperator(gateway, '/operator', chosen ?? 'en'), 303);
    if (!gateway || !Object.hasOwn(ROLES, role)) return reply.redirect('/');
    const { session, device, language } = await signIns.signIn(role as RoleName, chosen);
    const url = new URL('/dev/sign-in', gateway.origin);
    url.search = new URLSearchParams({ session, device, language, to: '/members' }).toString();
    return reply.redirect(url.href, 303);
  });
}

/** The main picture of each demo account, as far as it is drawn. */
function addFaces(app: FastifyInstance, people: readonly DemoPerson[]): void {
  app.get<{ Params: { role: string } }>('/faces/:role', async ({ params }, reply) => {
    const person = people.find(({ key }) => key === params.role);
    const found = person && (await findPicture(drawingsFolder(), pictureFiles(person, 0).card));
    if (!found) return reply.code(404).send();
    return reply.type('image/webp').send(await readFile(found.path));
  });
}

/** Puts every clock of the house forward; what is due by then is done at once. */
function addClock(app: FastifyInstance, store: Store, queues: Queues): void {
  app.post<{ Body: { hours?: string } }>('/clock', async ({ body }, reply) => {
    const hours = Number(body.hours);
    const ahead =
      body.hours === 'now' ? 0 : store.clock.aheadMs() + (Number.isFinite(hours) ? hours * HOUR_MS : 0);
    await shiftDevClock(store.redis, store.prefix, Math.max(0, ahead));
    // The other processes read the clock once a second.
    for (const job of [reconcilePayments, sweepAccounts]) {
      await queues.enqueue(job, {}, { jobId: `clock-${Date.now()}-moved`, delayMs: 1_500 });
    }
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    return reply.redirect('/', 303);
  });
}
