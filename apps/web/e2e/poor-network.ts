import { seeded, startToxiproxy, type WireProxy } from '@heartline/testing';
import type { Browser } from 'playwright-core';
import type { AnyStage } from './stage.ts';

/** A browser whose connections to one gateway go through Toxiproxy. */
export interface PoorNetwork {
  browser: Browser;
  wire: WireProxy;
  /** Bad mobile reception: 50 kbit/s, 400 ms round trip, and stalls and resets by this seed. Returns how to end it. */
  spoil(seed: number): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** 50 kbit/s. */
const KILOBYTES_PER_S = 6;
const ONE_WAY_MS = 200;
/** Between two stalls or resets. */
const BETWEEN_FAULTS_MS = 3_500;
const STALL_MS = 2_500;

export async function openPoorNetwork(stage: AnyStage, gateway: 0 | 1): Promise<PoorNetwork> {
  const origin = stage.world.gateways[gateway]?.origin ?? '';
  const { host, port } = new URL(origin);
  const toxiproxy = await startToxiproxy();
  const wire = await toxiproxy.proxy('poor-line', `http://127.0.0.1:${port}`);
  const browser = await stage.launch(`--host-resolver-rules=MAP ${host} ${wire.host}:${wire.port}`);
  return {
    browser,
    wire,
    spoil: (seed) => spoil(wire, seed),
    async close() {
      await browser.close();
      await toxiproxy.stop();
    },
  };
}

async function spoil(wire: WireProxy, seed: number): Promise<() => Promise<void>> {
  const next = seeded(seed);
  for (const direction of ['upstream', 'downstream'] as const) {
    await wire.addToxic({ type: 'bandwidth', rate: KILOBYTES_PER_S }, direction);
    await wire.addToxic({ type: 'latency', latency: ONE_WAY_MS }, direction);
  }
  const ending = new AbortController();
  const running = (async () => {
    while (!ending.signal.aborted) {
      await wait(BETWEEN_FAULTS_MS, ending.signal);
      if (ending.signal.aborted) return;
      if (next() < 0.5) await stall(wire, next, ending.signal);
      else await reset(wire);
    }
  })();
  return async () => {
    ending.abort();
    await running;
    await wire.removeToxics();
  };
}

async function stall(wire: WireProxy, next: () => number, signal: AbortSignal): Promise<void> {
  const end = await wire.addToxic(
    { type: 'latency', latency: Math.round(STALL_MS * (0.5 + next())) },
    'downstream',
  );
  await wait(STALL_MS, signal);
  await end();
}

/** Cuts every connection. */
async function reset(wire: WireProxy): Promise<void> {
  await wire.disable();
  await wire.enable();
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
