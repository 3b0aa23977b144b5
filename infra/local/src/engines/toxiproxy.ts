import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { ensureToxiproxy } from '../install/go-tools.ts';
import { startChild } from '../process-group.ts';
import { type Progress, silent } from '../progress.ts';
import { temporaryData } from '../temporary-data.ts';
import { waitUntil } from './engine.ts';

/** A fault on the wire. Times in ms, rates in KB/s; the fields of each are those of Toxiproxy's README. */
export type Toxic =
  | { type: 'latency'; latency: number; jitter?: number }
  | { type: 'bandwidth'; rate: number }
  | { type: 'slow_close'; delay: number }
  /** Swallows everything; closes after `timeout` ms, never when 0. */
  | { type: 'timeout'; timeout: number }
  | { type: 'reset_peer'; timeout: number }
  | { type: 'slicer'; average_size: number; size_variation: number; delay: number }
  | { type: 'limit_data'; bytes: number };

/** `upstream`: what the client sends; `downstream`: what it receives. */
export type Direction = 'upstream' | 'downstream';

/** A port of our own in front of an engine or service. */
export interface WireProxy {
  readonly host: string;
  readonly port: number;
  /** The address given, by way of this proxy. */
  readonly url: string;
  /** Disturbs existing and new connections; returns what takes the fault away again. */
  addToxic(toxic: Toxic, direction?: Direction): Promise<() => Promise<void>>;
  removeToxics(): Promise<void>;
  /** Cuts every connection and refuses new ones. */
  disable(): Promise<void>;
  enable(): Promise<void>;
}

export interface Toxiproxy {
  readonly apiUrl: string;
  /** Puts a proxy named `name` before the server of `url`: one host and port, any protocol over TCP. */
  proxy(name: string, url: string): Promise<WireProxy>;
  stop(): Promise<void>;
}

/** Starts Toxiproxy, which ends with us. Throws a sentence when it can't be installed. */
export async function startToxiproxy({ log = silent }: { log?: Progress } = {}): Promise<Toxiproxy> {
  const program = await ensureToxiproxy(log);
  const folder = await temporaryData('toxiproxy');
  const port = await freePort();
  const command: [string, ...string[]] = [program, '-host', '127.0.0.1', '-port', String(port)];
  const child = await startChild({ command, logFile: join(folder, 'toxiproxy.log') });
  const apiUrl = `http://127.0.0.1:${port}`;
  await waitUntil('Toxiproxy', child, async () => (await fetch(`${apiUrl}/version`)).ok);
  return {
    apiUrl,
    proxy: (name, url) => createProxy(apiUrl, name, url),
    stop: async () => {
      await child.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function createProxy(apiUrl: string, name: string, url: string): Promise<WireProxy> {
  const host = '127.0.0.1';
  const port = await freePort();
  const path = `/proxies/${encodeURIComponent(name)}`;
  await call(apiUrl, 'POST', '/proxies', {
    name,
    listen: `${host}:${port}`,
    upstream: hostOf(url),
    enabled: true,
  });
  const enable = (enabled: boolean) => call(apiUrl, 'POST', path, { enabled });
  const removeToxic = (toxic: string) => call(apiUrl, 'DELETE', `${path}/toxics/${toxic}`);
  const toxics = new Set<string>();
  let made = 0;
  return {
    host,
    port,
    url: throughProxy(url, `${host}:${port}`),
    addToxic: async ({ type, ...attributes }, direction = 'downstream') => {
      made += 1;
      const toxic = `${type}-${made}`;
      await call(apiUrl, 'POST', `${path}/toxics`, { name: toxic, type, stream: direction, attributes });
      toxics.add(toxic);
      return async () => {
        if (toxics.delete(toxic)) await removeToxic(toxic);
      };
    },
    removeToxics: async () => {
      await Promise.all([...toxics].map(removeToxic));
      toxics.clear();
    },
    disable: () => enable(false),
    enable: () => enable(true),
  };
}

async function call(apiUrl: string, method: string, path: string, body?: object): Promise<void> {
  const answer = await fetch(apiUrl + path, { method, ...(body && { body: JSON.stringify(body) }) });
  if (!answer.ok)
    throw new Error(`Toxiproxy refused ${method} ${path}: ${answer.status} ${await answer.text()}`);
  await answer.body?.cancel();
}

function hostOf(url: string): string {
  const { hostname, port } = new URL(url);
  if (port === '') throw new Error(`A proxy needs one host and a port, ${url} names none.`);
  return `${hostname}:${port}`;
}

/** A MongoDB driver would find the real address in the replica set's answer and go past us, so it must not ask. */
function throughProxy(url: string, host: string): string {
  const address = new URL(url);
  address.host = host;
  if (address.protocol === 'mongodb:') {
    address.searchParams.delete('replicaSet');
    address.searchParams.set('directConnection', 'true');
  }
  return address.href;
}
