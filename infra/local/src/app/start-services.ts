import { join } from 'node:path';
import type { Progress } from '../progress.ts';
import { type Gateway, type Stack, startStack } from '../stack/start-stack.ts';
import { WEB_DIR } from './build-web.ts';
import type { ExternalStubs } from './external-stubs.ts';
import { DATA, PAYMENTS } from './places.ts';
import { serveSources } from './serve-sources.ts';
import type { Closers, Engines, Store } from './start-store.ts';

interface ServicesOptions {
  engines: Engines;
  store: Pick<Store, 'database' | 'prefix'>;
  stubs: ExternalStubs;
  /** Ports of the gateways. */
  ports: { a: number; b: number };
  /** Sources served by Vite and services that start again when their files change. */
  hot: boolean;
  log: Progress;
}

/** Two gateways and a worker, each a process of its own. */
export async function startServices(options: ServicesOptions, closers: Closers): Promise<Stack> {
  const { engines, store, stubs, ports, log } = options;
  const shared = {
    dir: DATA,
    ...engines,
    names: store,
    smtpUrl: stubs.mailbox.smtpUrl,
    sms: stubs.mailbox.sms,
    pushOrigin: stubs.push.origin,
    paymentUrl: stubs.payments.origin,
    payments: PAYMENTS,
    mode: 'development',
    log,
    workers: [{ name: 'worker' }],
  } as const;
  const stack = options.hot
    ? await startHot(shared, ports, closers)
    : await startBuilt(shared, ports, closers);
  const [first] = stack.gateways;
  if (first) stubs.payments.sendWebhooksTo(first.address);
  return stack;
}

type Ports = ServicesOptions['ports'];

async function startBuilt(shared: Shared, ports: Ports, closers: Closers): Promise<Stack> {
  const stack = await startStack({
    ...shared,
    gateways: [
      { name: 'a', port: ports.a },
      { name: 'b', port: ports.b },
    ],
    webDir: WEB_DIR,
  });
  closers.push(() => stack.stop());
  return stack;
}

type Shared = Omit<Parameters<typeof startStack>[0], 'gateways' | 'webDir' | 'nodeArguments'>;

/** In development people open Vite, which stands before a gateway on a port of its own. */
async function startHot(shared: Shared, ports: Ports, closers: Closers): Promise<Stack> {
  const names = ['a', 'b'] as const;
  const stack = await startStack({
    ...shared,
    gateways: names.map((name) => ({ name, origin: `http://${name}.localhost:${ports[name]}` })),
    nodeArguments: ['--watch', '--watch-preserve-output'],
  });
  closers.push(() => stack.stop());
  await Promise.all(
    names.map(async (name, index) => {
      const gateway = stack.gateways[index] as Gateway;
      const logFile = join(DATA, 'logs', `vite-${name}.log`);
      const vite = await serveSources({ port: ports[name], gateway: gateway.address, logFile });
      closers.push(() => vite.stop());
      shared.log(`sources of ${name} are served`, 'with hot reload');
    }),
  );
  return stack;
}
