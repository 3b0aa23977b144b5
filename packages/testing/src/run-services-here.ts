import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type GatewayConfig, type RunningGateway, readGatewayConfig, startGateway } from '@heartline/gateway';
import { environmentOf, type Place, placeOf, type Surroundings } from '@heartline/local/stack';
import type { DependencyOverrides } from '@heartline/platform';
import { type RunningWorker, readWorkerConfig, startWorker, type WorkerConfig } from '@heartline/worker';

/** A gateway in this process. */
export interface GatewayHere extends RunningGateway {
  name: string;
  origin: string;
  /** Its configuration, to start another one. */
  config: GatewayConfig;
}

export interface ServicesHere {
  gateways: [GatewayHere, ...GatewayHere[]];
  workers: RunningWorker[];
  /** Folder of the members' pictures. */
  mediaDir: string;
  /** Configuration of a worker here, to start another one. */
  workerConfig: WorkerConfig;
  stop(): Promise<void>;
}

/**
 * Runs gateways and workers in this process, all with the same clock. They are faster than separate processes and
 * their parts are accessible, but they cannot be killed. One proxy is trusted, so that a test has many addresses.
 */
export async function runServicesHere(
  options: Surroundings & {
    secrets: Parameters<typeof environmentOf>[1];
    gateways: readonly string[];
    workers: number;
    gatewayEnvironment?: Readonly<Record<string, string>>;
    workerEnvironment?: Readonly<Record<string, string>>;
    overrides: DependencyOverrides;
  },
): Promise<ServicesHere> {
  const places = await Promise.all(
    // Without a port, as behind a proxy. A browser connects to the gateway directly.
    options.gateways.map((name) =>
      placeOf({ name, ...(options.webDir ? {} : { origin: `http://${name}.localhost` }) }),
    ),
  );
  const shared = {
    ...environmentOf(options, options.secrets, places[0]),
    DEV_TOOLS: 'no',
    LOG_LEVEL: 'silent',
    // They share the event loop of the test, so its delay says nothing about their load.
    MAX_LOOP_DELAY_MS: '0',
  };
  const mediaDir = join(options.dir, 'media');
  await mkdir(mediaDir, { recursive: true });
  const gateways: GatewayHere[] = [];
  for (const [index, name] of options.gateways.entries()) {
    const { port, origin } = places[index] as Place;
    const config = readGatewayConfig({
      ...shared,
      TRUSTED_PROXY_HOPS: '1',
      PORT: String(port),
      PUBLIC_ORIGIN: origin,
      ...options.gatewayEnvironment,
    });
    gateways.push({ ...(await startGateway(config, options.overrides)), name, origin, config });
  }
  const workerConfig = readWorkerConfig({ ...shared, PORT: '0', ...options.workerEnvironment });
  const workers: RunningWorker[] = [];
  for (let n = 0; n < options.workers; n += 1) {
    workers.push(await startWorker(workerConfig, options.overrides));
  }
  return {
    gateways: gateways as ServicesHere['gateways'],
    workers,
    mediaDir,
    workerConfig,
    async stop() {
      for (const service of [...workers, ...gateways]) await service.close();
    },
  };
}
