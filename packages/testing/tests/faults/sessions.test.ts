import { randomBytes } from 'node:crypto';
import {
  endSession,
  getSessions,
  getUser,
  likeProfile,
  likeReceived,
  logOut,
  sessionEnded,
  syncTicked,
} from '@heartline/contracts';
import { createIds, hashSecret } from '@heartline/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  connectDevice,
  HttpClient,
  type LiveDevice,
  outcomeOf,
  type Person,
  startWorld,
  until,
  type World,
} from '../../src/index.ts';

let world: World;
const ids = createIds();

beforeAll(async () => {
  world = await startWorld({ ownEngines: true, gateways: 2, workers: 0 });
});
afterAll(async () => {
  await world?.stop();
});

/** A browser with this session cookie, at one of the gateways. */
function browser(session: string, gateway: number): HttpClient {
  const gatewayAddress = world.gateways[gateway];
  if (!gatewayAddress) throw new Error('no such gateway');
  const http = new HttpClient(gatewayAddress);
  if (session) http.cookies.set('__Host-session', session);
  return http;
}

/** Signs a person in a second time, as another browser would. */
async function signInAgain(person: Person): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  const now = Date.now();
  await world.inside.mongo.connection.collection<{ _id: string }>('sessions').insertOne({
    _id: hashSecret(secret),
    member: person.id,
    site: 'default',
    publicId: ids.documentId(),
    device: 'another',
    createdAt: now,
    seenAt: now,
    expiresAt: now + 86_400_000,
  } as { _id: string });
  return secret;
}

const disconnected = (device: LiveDevice, withinMs: number) =>
  new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`still connected after ${withinMs} ms`)), withinMs);
    device.socket.once('disconnect', (reason) => {
      clearTimeout(late);
      resolve(reason);
    });
  });

/** A1 promises 5 s for every socket. The call itself answers earlier. */
const SOON_MS = 5_000;

describe('a session that ends', () => {
  it('closes its sockets on both gateways within 5 s, no others (hostile 7) [A1]', async () => {
    const [mara] = await world.people({});
    const other = await signInAgain(mara);
    const devices = await Promise.all([0, 1].map((at) => connectDevice(browser(mara.session, at))));
    const stays = await connectDevice(browser(other, 1));
    // Every node has cached the session.
    for (const at of [0, 1]) await browser(mara.session, at).call(getUser, {});
    const gone = devices.map((device) => disconnected(device, SOON_MS));
    const notified = devices.map((device) => device.wait(sessionEnded, undefined, SOON_MS));
    await browser(mara.session, 0).call(logOut, {});
    expect(await outcomeOf(browser(mara.session, 0).call(getUser, {}))).toBe('AUTHENTICATION_REQUIRED');
    // The other node was notified before it closes its sockets.
    await gone[1];
    expect(await outcomeOf(browser(mara.session, 1).call(getUser, {}))).toBe('AUTHENTICATION_REQUIRED');
    expect(await Promise.all(gone)).toEqual(['io server disconnect', 'io server disconnect']);
    await Promise.all(notified);
    expect(stays.socket.connected).toBe(true);
    await browser(other, 0).call(getUser, {});
    for (const device of [...devices, stays]) device.close();
  });

  it('is ended in both tabs and nowhere else by the list of devices [F20]', async () => {
    const [mara] = await world.people({});
    const other = await signInAgain(mara);
    const tabs = await Promise.all([0, 1].map((at) => connectDevice(browser(other, at))));
    const own = await connectDevice(browser(mara.session, 1));
    const { sessions } = await browser(mara.session, 0).call(getSessions, {});
    const ended = sessions.find(({ current }) => !current);
    const gone = tabs.map((tab) => disconnected(tab, SOON_MS));
    await browser(mara.session, 0).call(endSession, { id: ended?.id });
    await Promise.all(gone);
    expect(own.socket.connected).toBe(true);
    for (const device of [...tabs, own]) device.close();
  });

  it('lets no socket back in, on no gateway, from the first moment [A1]', async () => {
    const [mara] = await world.people({});
    const devices = await Promise.all([0, 1].map((at) => connectDevice(browser(mara.session, at))));
    const gone = devices.map((device) => disconnected(device, SOON_MS));
    await browser(mara.session, 0).call(logOut, {});
    await Promise.all(gone);
    for (const at of [0, 1]) {
      await expect(connectDevice(browser(mara.session, at))).rejects.toThrow('AUTHENTICATION_REQUIRED');
    }
  });

  it('is refused on reconnection, and gets none of the missed events [F30]', async () => {
    const [mara, jonas] = await world.people({}, {});
    const [device, stays] = await Promise.all([0, 1].map((at) => connectDevice(browser(mara.session, at))));
    if (!device || !stays) throw new Error('no devices');
    device.socket.io.reconnection(false);
    const broken = disconnected(device, SOON_MS);
    device.socket.io.engine.close();
    await broken;
    await jonas.http.call(likeProfile, { profile: mara.id });
    await stays.wait(likeReceived);
    await browser(mara.session, 1).call(logOut, {});
    await until(
      () => outcomeOf(browser(mara.session, 0).call(getUser, {})),
      (outcome) => outcome === 'AUTHENTICATION_REQUIRED',
      SOON_MS,
    );
    const refused = new Promise((resolve) => {
      device.socket.once('connect_error', ({ message }) => resolve(message));
    });
    device.socket.connect();
    expect(await refused).toBe('AUTHENTICATION_REQUIRED');
    expect(device.all(likeReceived)).toEqual([]);
    for (const one of [device, stays]) one.close();
  });
});

describe('a socket without an active member', () => {
  it.each([
    ['not confirmed', 'not_confirmed'],
    ['disabled', 'disabled'],
  ] as const)('is refused when the account is %s', async (_, status) => {
    const [mara] = await world.people({ status });
    for (const at of [0, 1]) {
      await expect(connectDevice(browser(mara.session, at))).rejects.toThrow('AUTHENTICATION_REQUIRED');
    }
    // The checks count sessions of disabled accounts. This one exists only to be refused.
    await world.inside.mongo.connection.collection('sessions').deleteMany({ member: mara.id });
  });

  it('is refused without a session, with an expired one, or an unknown one [S6-005]', async () => {
    const [mara] = await world.people({});
    await world.inside.mongo.connection
      .collection<{ _id: string }>('sessions')
      .updateOne({ _id: hashSecret(mara.session) }, { $set: { expiresAt: Date.now() - 1 } });
    for (const session of ['', mara.session, randomBytes(32).toString('base64url'), 'x'.repeat(5_000)]) {
      await expect(connectDevice(browser(session, 0))).rejects.toThrow('AUTHENTICATION_REQUIRED');
    }
  });

  it('receives the current version at once when it is let in', async () => {
    const [mara] = await world.people({});
    const device = await mara.device();
    const { version, serverAt, stale } = await device.wait(syncTicked);
    expect(version.epoch).not.toBe('');
    expect(Math.abs(serverAt - Date.now())).toBeLessThan(5_000);
    expect(stale).toBe(false);
    device.close();
  });
});

describe('a session that ends while Redis is down', () => {
  it('loses its sockets on every gateway within 5 s all the same [A1]', async () => {
    const [mara] = await world.people({});
    const devices = await Promise.all([0, 1].map((at) => connectDevice(browser(mara.session, at))));
    await world.redis.crash();
    try {
      const gone = devices.map((device) => disconnected(device, 2 * SOON_MS));
      await browser(mara.session, 0).call(logOut, {});
      await Promise.all(gone);
      expect(await outcomeOf(browser(mara.session, 1).call(getUser, {}))).toBe('AUTHENTICATION_REQUIRED');
    } finally {
      await world.redis.restart();
    }
    for (const device of devices) device.close();
    await redisIsBack();
  });

  it('loses them too when its event is lost as Redis restarts, and it is cached [A1]', async () => {
    const [mara] = await world.people({});
    const device = await connectDevice(browser(mara.session, 1));
    const gone = disconnected(device, 3 * SOON_MS);
    await world.redis.crash();
    try {
      // The other gateway has just looked the session up, whatever it can answer now.
      await outcomeOf(browser(mara.session, 1).call(getUser, {}));
      await browser(mara.session, 0).call(logOut, {});
    } finally {
      await world.redis.restart();
    }
    const backAt = performance.now();
    await gone;
    // 5 s, and as much again for a machine that starts Redis meanwhile. The next regular check is after 25 s.
    expect(performance.now() - backAt).toBeLessThan(2 * SOON_MS);
    device.close();
    await redisIsBack();
  });

  async function redisIsBack(): Promise<void> {
    for (const { address } of world.gateways) {
      await until(
        async () => {
          const ready = await fetch(`${address}/health/ready`);
          return ((await ready.json()) as { checks: { redis: string } }).checks.redis;
        },
        (state) => state === 'ok',
      );
    }
  }

  it('keeps other members connected: reading and writing continue without Redis', async () => {
    const [mara] = await world.people({});
    await world.redis.crash();
    try {
      for (const { address } of world.gateways) {
        const ready = await fetch(`${address}/health/ready`);
        expect(ready.status).toBe(200);
        const { checks } = (await ready.json()) as { checks: { redis: string } };
        expect(checks.redis).not.toBe('ok');
      }
      await browser(mara.session, 0).call(getSessions, {});
    } finally {
      await world.redis.restart();
    }
    await redisIsBack();
  });
});

it('keeps the invariants', async () => {
  expect(await world.violations()).toEqual([]);
});
