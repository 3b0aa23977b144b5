import { join } from 'node:path';
import { migrate } from '@heartline/core';
import { requireFreeSpace } from '../cache.ts';
import { type DevHub, startDevHub } from '../dev-hub/dev-hub.ts';
import type { Places } from '../pages/page.ts';
import type { Progress } from '../progress.ts';
import { seedWorld } from '../seed/seed-world.ts';
import { keepSecrets } from '../stack/secrets.ts';
import type { Stack } from '../stack/start-stack.ts';
import { buildWeb } from './build-web.ts';
import { drawInBackground } from './draw-in-background.ts';
import { type ExternalStubs, startExternalStubs } from './external-stubs.ts';
import { choosePorts, claimData, DATA, deleteOrphans, type PortName, START_MEGABYTES } from './places.ts';
import { noteRunning } from './running.ts';
import { startServices } from './start-services.ts';
import { type Closers, type Engines, startStore } from './start-store.ts';

/** Everything that runs, and how to end it in order. */
export interface App {
  stack: Stack;
  engines: Engines;
  stubs: ExternalStubs;
  devHub: DevHub;
  close(): Promise<void>;
}

export interface AppOptions {
  log: Progress;
  /** True for `npm run dev`: sources are served as they are, and what changes starts again. */
  hot: boolean;
}

/**
 * Starts all of Heartline on this machine: engines, neighbours, demo world, gateways, worker, hub. On failure
 * everything that had started is ended again and the reason is thrown as a sentence.
 */
export async function startApp(options: AppOptions): Promise<App> {
  const closers: Closers = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) {
      try {
        await closer();
      } catch (error) {
        options.log('while closing', String(error));
      }
    }
  };
  try {
    return { ...(await open(options, closers)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function open({ log, hot }: AppOptions, closers: Closers): Promise<Omit<App, 'close'>> {
  await requireFreeSpace(DATA, START_MEGABYTES, 'HEARTLINE_DATA');
  const claim = await claimData();
  closers.push(() => claim.release());
  await deleteOrphans(log);
  const building = hot ? Promise.resolve() : buildWeb(log);
  // Report the first failure only; the others follow from it.
  building.catch(() => undefined);
  const { engines, store } = await startStore(log, closers);
  const { ports, release } = await choosePorts(log);
  closers.push(release);
  const places = placesOf(ports);
  const secrets = await keepSecrets(join(DATA, 'secrets.json'));
  const stubs = await startExternalStubs({ dir: DATA, secrets, ports, places, now: store.clock.now });
  closers.push(() => stubs.stop());
  await migrate(store.mongo);
  const media = join(DATA, 'media');
  const people = await seedWorld(store.mongo, media, log);
  await building;
  const stack = await startServices({ engines, store, stubs, ports, hot, log }, closers);
  const devHub = await startDevHub({ port: ports.devHub, places, stack, stubs, engines, store, people });
  closers.push(() => devHub.stop());
  closers.push(drawInBackground(store.mongo, people, media, log));
  closers.push(
    await noteRunning({
      mongoUrl: engines.mongo.url,
      redisUrl: engines.redis.url,
      smtpUrl: stubs.mailbox.smtpUrl,
      services: [...stack.gateways, ...stack.workers].map(({ name, address }) => ({ name, address })),
      environment: stack.environment,
    }),
  );
  return { stack, engines, stubs, devHub };
}

function placesOf(ports: Record<PortName, number>): Places {
  const at = (port: number) => `http://localhost:${port}`;
  return {
    devHub: at(ports.devHub),
    mailbox: at(ports.mailbox),
    push: at(ports.push),
    payments: at(ports.payments),
  };
}
