import { connect } from 'node:net';
import { join } from 'node:path';
import { dataSteps, INDEXES, unreviewedPages } from '@heartline/core';
import { areOnePair, connectMongo, createLogger, type Mongo } from '@heartline/platform';
import { DATA, engineData } from '../app/places.ts';
import type { Running } from '../app/running.ts';
import { keepSecrets } from '../stack/secrets.ts';
import { type Finding, ill, reason, well } from './finding.ts';
import { lookAtDataSteps } from './look-at-data-steps.ts';
import { DEADLINE_MS, lookAtRedis } from './look-at-engines.ts';
import { lookAtPages } from './look-at-pages.ts';
import { lookAtPayments } from './look-at-payments.ts';

const CLOCK_MS = 2_000;
const logsIn = (folder: string) => `see the logs in ${folder}, then stop \`npm start\` and start it again`;
const LOGS = logsIn(join(DATA, 'logs'));
const SILENT = createLogger({ level: 'silent', service: 'doctor' });
/** MongoDB’s error code for a collection that does not exist. */
const NAMESPACE_NOT_FOUND = 26;

/** Checks everything that `npm start` noted as running. */
export async function lookAtApp(running: Running): Promise<Finding[]> {
  const found = await Promise.all([
    mongo(running.mongoUrl, running.environment['MONGODB_DATABASE']),
    lookAtRedis(running.redisUrl, logsIn(engineData('redis'))),
    ...running.services.map(service),
    mail(running.smtpUrl),
    pushKeys(),
    lookAtPayments(running.environment),
  ]);
  return found.flat();
}

async function mongo(url: string, database: string | undefined): Promise<Finding[]> {
  try {
    const engine = await connectMongo({ url, ...(database && { database }), deadlineMs: DEADLINE_MS });
    try {
      const { version } = (await engine.connection.db?.admin().command({ buildInfo: 1 })) ?? {};
      return [
        well('MongoDB', `answers, version ${version}`),
        await lookForIndexes(engine.connection),
        ...lookAtDataSteps(await dataSteps(engine)),
        await clock(engine),
        lookAtPages(await unreviewedPages({ mongo: engine, logger: SILENT })),
      ];
    } finally {
      await engine.close();
    }
  } catch (error) {
    return [ill('MongoDB', reason(error), logsIn(engineData('mongo')))];
  }
}

/** The part of a database used to read its indexes. */
interface Indexed {
  collection(name: string): { indexes(): Promise<{ key: object }[]> };
}

/** Names indexes that no start made yet. Rejects where the engine can't say: what is not known is not missing. */
export async function lookForIndexes(database: Indexed): Promise<Finding> {
  const missing: string[] = [];
  for (const { collection, key } of INDEXES) {
    const existing = await database
      .collection(collection)
      .indexes()
      .catch((error: { code?: unknown }) => {
        if (error.code === NAMESPACE_NOT_FOUND) return [];
        throw error;
      });
    const wanted = JSON.stringify(key);
    if (!existing.some((index) => JSON.stringify(index.key) === wanted))
      missing.push(`${collection} ${wanted}`);
  }
  if (missing.length === 0) return well('indexes', `all ${INDEXES.length} are there`);
  return ill('indexes', `missing: ${missing.join(', ')}`, 'start again: every start makes what is missing');
}

async function clock(engine: Mongo): Promise<Finding> {
  const ahead = Math.round(await engine.clockAheadMs(Date.now));
  if (Math.abs(ahead) <= CLOCK_MS) return well('clock', `${Math.abs(ahead)} ms from the database’s`);
  return ill(
    'clock',
    `${Math.abs(ahead)} ms from the database’s`,
    'let both machines set their clocks by NTP',
  );
}

async function service({ name, address }: Running['services'][number]): Promise<Finding> {
  try {
    const response = await fetch(`${address}/health/ready`, { signal: AbortSignal.timeout(DEADLINE_MS) });
    if (response.ok) return well(name, `ready at ${address}`);
    const { checks } = (await response.json()) as { checks: Record<string, string> };
    const bad = Object.entries(checks).filter(([, state]) => state !== 'ok');
    return ill(name, bad.map(([part, state]) => `${part}: ${state}`).join(', '), LOGS);
  } catch {
    return ill(name, `does not answer at ${address}`, LOGS);
  }
}

/** A mail server greets with 220. */
async function mail(url: string): Promise<Finding> {
  const { hostname, port } = new URL(url);
  const greeting = new Promise<string>((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.setTimeout(DEADLINE_MS, () => socket.destroy(new Error('no greeting')));
    socket.once('error', reject);
    socket.once('data', (data) => {
      socket.destroy();
      resolve(String(data));
    });
  });
  try {
    const words = await greeting;
    return words.startsWith('220')
      ? well('mail', `greets at ${url}`)
      : ill('mail', words.trim(), 'see who else uses that port');
  } catch (error) {
    return ill('mail', reason(error), LOGS);
  }
}

async function pushKeys(): Promise<Finding> {
  const { vapidPublicKey, vapidPrivateKey } = await keepSecrets(join(DATA, 'secrets.json'));
  if (areOnePair(vapidPublicKey, vapidPrivateKey)) return well('push keys', 'belong together');
  return ill('push keys', 'do not belong together', `delete ${join(DATA, 'secrets.json')} and start again`);
}
