import { createVapidKeys } from '@heartline/testing/bench-access';
import autocannon from 'autocannon';
import { interleave, later, type Result } from '../measure.ts';
import { MESSAGE } from '../servers/http-bodies.ts';
import { type MeasuredServer, startServer } from '../start-server.ts';
import { cookieOf, openEngines } from './engines.ts';

const CONNECTIONS = 64;
const FOR_SECONDS = 2;
const REPETITIONS = 5;
const ORIGIN = 'http://bench.localhost';

/**
 * The cost of a call before its use case: origin, session, limit, validation, answer, metrics and log line. The
 * baseline is Node's own server with the same bodies. Per CPU-second of the server.
 */
export async function httpCore(): Promise<Result> {
  const engines = await openEngines();
  const [member] = await engines.members(1);
  const app = await startServer('http-app', { ...engines.urls, environment: environment(engines.urls) });
  const bare = await startServer('node-http');
  const faults: string[] = [];
  const cookie = member ? cookieOf(member) : '';
  const measure = (server: MeasuredServer, method: 'GET' | 'POST') => async () => {
    const before = server.cpu();
    const result = await autocannon({
      url: `${server.address}/api/bench.php`,
      connections: CONNECTIONS,
      duration: FOR_SECONDS,
      method,
      headers: {
        host: 'bench.localhost',
        origin: ORIGIN,
        'sec-fetch-site': 'same-origin',
        cookie,
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      },
      ...(method === 'POST' ? { body: JSON.stringify(MESSAGE) } : {}),
    });
    if (result.non2xx + result.errors > 0)
      faults.push(`${method}: ${result.non2xx} refused, ${result.errors} failed`);
    await later(100);
    return result['2xx'] / (server.cpu() - before);
  };
  try {
    await measure(app, 'GET')();
    const get = await interleave(REPETITIONS, measure(app, 'GET'), measure(bare, 'GET'));
    const post = await interleave(REPETITIONS, measure(app, 'POST'), measure(bare, 'POST'));
    const ratios = (pairs: typeof get) => pairs.map(({ ours, baseline }) => ours / baseline);
    return {
      rows: [
        { figure: 'GET user, of node http', values: ratios(get), better: 'higher', isShown: true },
        { figure: 'POST message, of node http', values: ratios(post), better: 'higher', isShown: true },
        { figure: 'GET per server CPU-second', values: get.map(({ ours }) => ours), digits: 0 },
        { figure: 'GET per CPU-second, node http', values: get.map(({ baseline }) => baseline), digits: 0 },
        { figure: 'POST per server CPU-second', values: post.map(({ ours }) => ours), digits: 0 },
        { figure: 'POST per CPU-second, node http', values: post.map(({ baseline }) => baseline), digits: 0 },
      ],
      faults,
      notes: [],
    };
  } finally {
    await Promise.all([app.stop(), bare.stop()]);
    await engines.stop();
  }
}

/** A production configuration that connects to nothing outside. */
function environment({ mongoUrl, redisUrl }: { mongoUrl: string; redisUrl: string }): Record<string, string> {
  const vapid = createVapidKeys();
  return {
    NODE_MODE: 'production',
    PUBLIC_ORIGIN: ORIGIN,
    MONGODB_URL: mongoUrl,
    REDIS_URL: redisUrl,
    MEDIA_DIR: '/nonexistent',
    MEDIA_SECRET: 'x'.repeat(32),
    VAPID_PUBLIC_KEY: vapid.publicKey,
    VAPID_PRIVATE_KEY: vapid.privateKey,
    VAPID_SUBJECT: 'mailto:bench@localhost.example',
    PAYMENT_URL: 'http://127.0.0.1:9',
    PAYMENT_KEY: 'x',
    PAYMENT_WEBHOOK_SECRET: 'x'.repeat(16),
  };
}
