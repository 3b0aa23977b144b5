import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { GatewayAddress } from './http-client.ts';
import { seeded } from './seeded.ts';

/** Faults of a wire; the default is none. Shares are of the chunks that pass. */
export interface WireFaults {
  /** Added in each direction. */
  latencyMs?: number;
  bytesPerSecond?: number;
  /** Share of chunks that reset (RST) the connection. */
  resetShare?: number;
  /** Share of chunks that pause the connection for `stallMs`. */
  stallShare?: number;
  stallMs?: number;
}

type WireEnd = Pick<GatewayAddress, 'address'>;

/** A proxy to gateways or to a database. It chooses a target for each connection and adds the configured faults. */
export interface BadWire {
  /** Address for clients, such as `http://127.0.0.1:4711`. */
  url: string;
  set(faults: WireFaults): void;
  /** Open connections pass nothing from now on, without notice to either end. New connections work. */
  vanish(): void;
  stop(): Promise<void>;
}

/**
 * Starts a proxy that connects each client to the gateway of `choose`. The same seed gives the same decisions, as
 * long as the same chunks pass in the same order.
 */
export async function startBadWire(options: {
  choose(): Promise<WireEnd> | WireEnd;
  seed?: number;
  faults?: WireFaults;
}): Promise<BadWire> {
  const random = seeded(options.seed ?? 1);
  const open = new Set<Socket>();
  const vanished = new WeakSet<Socket>();
  let faults = options.faults ?? {};
  const server = createServer((client) => {
    client.on('error', () => undefined);
    // Without a gateway no answer is possible.
    join(client).catch(() => client.destroy());
  });

  async function join(client: Socket): Promise<void> {
    const end = dialTo(await options.choose());
    for (const [from, to] of [
      [client, end],
      [end, client],
    ] as const) {
      open.add(from);
      from.setNoDelay(true);
      from.once('close', () => open.delete(from));
      from.on('error', () => undefined);
      void carry(from, to);
    }
  }

  async function carry(from: Socket, to: Socket): Promise<void> {
    let arrives = Promise.resolve();
    try {
      for await (const piece of from as AsyncIterable<Buffer>) {
        if (vanished.has(from)) continue;
        if (random() < (faults.resetShare ?? 0)) {
          from.resetAndDestroy();
          to.resetAndDestroy();
          return;
        }
        if (random() < (faults.stallShare ?? 0)) await sleep(faults.stallMs ?? 0);
        if (faults.bytesPerSecond) await sleep((piece.length / faults.bytesPerSecond) * 1_000);
        const due = sleep(faults.latencyMs ?? 0);
        arrives = Promise.all([arrives, due]).then(() => void (to.writable && to.write(piece)));
      }
      await arrives;
      if (!vanished.has(from)) to.end();
    } catch {
      // One end broke without a FIN, so the other gets none either.
      to.destroy();
    }
  }

  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    set: (wanted) => void (faults = wanted),
    vanish() {
      for (const socket of open) vanished.add(socket);
    },
    async stop() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function dialTo({ address }: WireEnd): Socket {
  const { hostname, port } = new URL(address);
  return dial({ host: hostname, port: Number(port) });
}

/** Chooses ready gateways in turn, as a load balancer does. */
export function inTurn(gateways: readonly GatewayAddress[]): () => Promise<GatewayAddress> {
  let next = 0;
  return async () => {
    let words = '';
    for (let tries = 0; tries < gateways.length * 20; tries += 1) {
      const gateway = gateways[next++ % gateways.length] as GatewayAddress;
      const ready = await fetch(`${gateway.address}/health/ready`).catch(() => undefined);
      if (ready?.ok) return gateway;
      words = `${gateway.address} ${(await ready?.text().catch(() => '')) ?? 'does not answer'}`;
      await sleep(50);
    }
    throw new Error(`no gateway is ready: ${words}`);
  };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
  });
}
