import { readFile } from 'node:fs/promises';
import {
  conversationDelivered,
  conversationRead,
  conversationReceive,
  conversationType,
  focusChanged,
  getChats,
  getMessages,
  likeProfile,
  logIn,
  messageCreated,
  messageSend,
  searchMembers,
  startPayment,
} from '@heartline/contracts';
import { startWorld, type World } from '@heartline/testing';
import { createPasswords, freePort } from '@heartline/testing/bench-access';
import { z } from 'zod';
import type { RunPlan } from '../../lib/plan.ts';
import type { WorldFile } from '../../lib/world-file.ts';
import { AS_IN_PRODUCTION } from '../message-world.ts';
import type { WatchedPart } from './watch.ts';

const PASSWORD = 'a-long-enough-password';
const CREDITS = 100_000;

const NAMES: WorldFile['names'] = {
  logIn: logIn.path,
  focusChanged: focusChanged.name,
  messageSend: messageSend.name,
  messageCreated: messageCreated.name,
  conversationRead: conversationRead.name,
  conversationReceive: conversationReceive.name,
  conversationDelivered: conversationDelivered.name,
  conversationType: conversationType.name,
  chats: getChats.path,
  messages: getMessages.path,
  search: searchMembers.path,
  like: likeProfile.path,
  payment: startPayment.path,
};

/** An app under load: the facts that scenarios need, its watched parts, and the disturbances it supports. */
export interface OpenWorld {
  file: WorldFile;
  /** Processes whose CPU and memory are watched; none of gateways that run elsewhere. */
  parts: WatchedPart[];
  engines?: Pick<World, 'inside'>['inside'];
  killGateway(): Promise<void>;
  reviveGateway(): Promise<void>;
  /** Invariant violations after the run. */
  violations(): Promise<unknown[]>;
  stop(): Promise<void>;
}

/** Gateways that run already, with their members: JSON `[{ "id", "email", "password" }, …]`. */
export async function runningWorld(
  urls: readonly string[],
  accounts: string | undefined,
): Promise<OpenWorld> {
  if (!accounts) throw new Error('--url also needs --accounts=FILE: members with credits, to sign in as.');
  const text = await readFile(accounts, 'utf8').catch(() => {
    throw new Error(`${accounts}, which --accounts names, can't be read.`);
  });
  const members = membersIn(text, accounts);
  const gateways = urls.map(originIn).map((origin) => ({ origin, address: loopback(origin) }));
  return {
    file: { gateways, names: NAMES, members, canPay: false },
    parts: [],
    killGateway: async () => undefined,
    reviveGateway: async () => undefined,
    violations: async () => [],
    stop: async () => undefined,
  };
}

/** Members from a file of accounts, in pairs; throws a readable error if it holds something else. */
function membersIn(text: string, file: string): WorldFile['members'] {
  const wanted = z.array(z.object({ id: z.string(), email: z.string(), password: z.string() })).min(2);
  try {
    const members = wanted.parse(JSON.parse(text));
    return members.slice(0, members.length - (members.length % 2));
  } catch {
    throw new Error(`${file} must hold two members or more: [{ "id", "email", "password" }, …].`);
  }
}

/** Normalizes an origin: browsers and k6 send it without a path. */
function originIn(given: string): string {
  const url = URL.parse(given);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error(`--url takes an origin such as http://a.localhost:3001, not '${given}'.`);
  return url.origin;
}

/** Maps `http://a.localhost:3000` to this machine; leaves other hosts to DNS. */
function loopback(origin: string): string {
  const url = new URL(origin);
  if (url.hostname.endsWith('.localhost')) url.hostname = '127.0.0.1';
  return url.origin;
}

/** A world of its own: engines, two gateways, a worker, and stubs of mail, push and payments. */
export async function ownWorld(plan: RunPlan): Promise<OpenWorld> {
  const environment = { ...AS_IN_PRODUCTION, ...plan.settings };
  const world = await startWorld({
    // Runs that judge latencies use an engine that has run for a while.
    purpose: plan.correctnessOnly ? 'app' : 'measurement',
    gateways: 2,
    workers: 1,
    stubs: true,
    gatewayEnvironment: environment,
    workerEnvironment: environment,
  });
  try {
    const metrics = await Promise.all(world.gateways.map(() => freePort()));
    await Promise.all(
      world.gateways.map((gateway, index) => gateway.restart({ METRICS_PORT: String(metrics[index]) })),
    );
    const account = plan.signIn ? { passwordHash: await createPasswords().hash(PASSWORD) } : {};
    const wish = { premium: true, credits: CREDITS, account };
    const people = await world.people(...Array.from({ length: plan.members }, () => wish));
    return {
      file: {
        gateways: world.gateways.map(({ origin, address }) => ({ origin, address })),
        names: NAMES,
        members: people.map(({ id, email, session }) => ({
          id,
          email,
          password: PASSWORD,
          ...(plan.signIn ? {} : { session }),
        })),
        canPay: true,
      },
      parts: partsOf(world, metrics),
      engines: world.inside,
      killGateway: async () => world.gateways[0]?.kill(),
      reviveGateway: async () => world.gateways[0]?.restart({ METRICS_PORT: String(metrics[0]) }),
      violations: () => world.violations(),
      stop: () => world.stop(),
    };
  } catch (error) {
    await world.stop();
    throw error;
  }
}

function partsOf(world: World, metrics: readonly number[]): WatchedPart[] {
  const service = (one: World['workers'][number]) => ({
    name: one.name.length === 1 ? `gateway ${one.name}` : one.name,
    pids: () => (one.running() ? [one.pid()] : []),
  });
  return [
    ...world.gateways.map((gateway, index) => ({
      ...service(gateway),
      metricsUrl: `http://127.0.0.1:${metrics[index]}/metrics`,
    })),
    ...world.workers.map((worker) => ({ ...service(worker), metricsUrl: `${worker.address}/metrics` })),
    { name: 'engine', pids: () => world.mongo.pids() },
    { name: 'redis', pids: () => world.redis.pids() },
  ];
}
