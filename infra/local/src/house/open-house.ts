import { join } from 'node:path';
import { migrate } from '@heartline/core';
import { requireFreeSpace } from '../cache.ts';
import { type Hub, startHub } from '../hub/hub.ts';
import type { Places } from '../pages/page.ts';
import type { Progress } from '../progress.ts';
import { seedWorld } from '../seed/seed-world.ts';
import { keepSecrets } from '../stack/secrets.ts';
import type { Stack } from '../stack/start-stack.ts';
import { buildWeb } from './build-web.ts';
import { keepDrawing } from './keep-drawing.ts';
import { type Neighbours, startNeighbours } from './neighbours.ts';
import { choosePorts, claimHouse, DATA, deleteOrphans, type PortName, START_MEGABYTES } from './places.ts';
import { noteRunning } from './running.ts';
import { startServices } from './start-services.ts';
import { type Closers, type Engines, startStore } from './start-store.ts';

/** Everything that runs, and how to end it in order. */
export interface House {
  stack: Stack;
  engines: Engines;
  neighbours: Neighbours;
  hub: Hub;
  close(): Promise<void>;
}

export interface HouseOptions {
  log: Progress;
  /** True for `npm run dev`: sources are served as they are, and what changes starts again. */
  hot: boolean;
}

/**
 * Starts all of Heartline on this machine: engines, neighbours, demo world, gateways, worker, hub. On failure
 * everything that had started is ended again and the reason is thrown as a sentence.
 */
export async function openHouse(options: HouseOptions): Promise<House> {
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

async function open({ log, hot }: HouseOptions, closers: Closers): Promise<Omit<House, 'close'>> {
  await requireFreeSpace(DATA, START_MEGABYTES, 'HEARTLINE_DATA');
  const claim = await claimHouse();
  closers.push(() => claim.release());
  await deleteOrphans(log);
  const building = hot ? Promise.resolve() : buildWeb(log);
  // Whoever fails first is heard first; the others' failures are no news then.
  building.catch(() => undefined);
  const { engines, store } = await startStore(log, closers);
  const { ports, release } = await choosePorts(log);
  closers.push(release);
  const places = placesOf(ports);
  const secrets = await keepSecrets(join(DATA, 'secrets.json'));
  const neighbours = await startNeighbours({ dir: DATA, secrets, ports, places, now: store.clock.now });
  closers.push(() => neighbours.stop());
  await migrate(store.mongo);
  const media = join(DATA, 'media');
  const people = await seedWorld(store.mongo, media, log);
  await building;
  const stack = await startServices({ engines, store, neighbours, ports, hot, log }, closers);
  const hub = await startHub({ port: ports.hub, places, stack, neighbours, engines, store, people });
  closers.push(() => hub.stop());
  closers.push(keepDrawing(store.mongo, people, media, log));
  closers.push(
    await noteRunning({
      mongoUrl: engines.mongo.url,
      redisUrl: engines.redis.url,
      smtpUrl: neighbours.mailbox.smtpUrl,
      services: [...stack.gateways, ...stack.workers].map(({ name, address }) => ({ name, address })),
      environment: stack.environment,
    }),
  );
  return { stack, engines, neighbours, hub };
}

function placesOf(ports: Record<PortName, number>): Places {
  const at = (port: number) => `http://localhost:${port}`;
  return {
    hub: at(ports.hub),
    mailbox: at(ports.mailbox),
    push: at(ports.push),
    payments: at(ports.payments),
  };
}
