import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  type ErrorBody,
  getMessages,
  getOperator,
  getSessions,
  getSettings,
  getUser,
  LIMITS,
  logIn,
  postRead,
  removeChat,
  requestPasswordReset,
} from '@heartline/contracts';
import {
  type Answer,
  type HttpClient,
  startWorld,
  until,
  type World,
  type WorldHere,
} from '@heartline/testing';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const code = (answer: Answer) => (answer.body as Partial<ErrorBody>).error?.code;
const LOGIN = JSON.stringify({ email: 'nobody@mail.example', password: 'mauve tractor 41' });

describe('hostile requests', () => {
  let world: WorldHere;
  let webDir: string;

  beforeAll(async () => {
    webDir = await mkdtemp(join(tmpdir(), 'heartline-web-'));
    await mkdir(join(webDir, 'assets'));
    await writeFile(join(webDir, 'index.html'), '<!doctype html><div id="root"></div>');
    await writeFile(join(webDir, 'assets/app-1a2b3c.css'), 'body{}');
    world = await startWorld({ here: true, workers: 1, stubs: true, webDir });
  });
  afterAll(async () => {
    await world?.stop();
    await rm(webDir, { recursive: true, force: true });
  });

  const rich = { credits: 9 };

  /** Sends bytes and returns the complete response, until the connection ends. */
  function raw(bytes: string): Promise<string> {
    const { port } = new URL(world.gateways[0].address);
    return new Promise((resolve) => {
      let received = '';
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('data', (chunk) => (received += chunk.toString()));
      socket.on('error', () => resolve(received));
      socket.on('close', () => resolve(received));
      socket.write(bytes);
    });
  }

  it('links in mails to our own site, for any host of the request (hostile 10)', async () => {
    const [mara] = await world.people(rich);
    const evil = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example;proto=https',
      referer: 'https://evil.example/',
    };
    const body = JSON.stringify({ email: mara.email });
    const path = requestPasswordReset.path;
    expect((await world.browser().send('POST', path, body, evil)).status).toBe(200);
    const forced = await world.browser().send('POST', `${path}?forced_domain=evil.example`, body);
    expect(forced.status).toBe(400);
    const mail = await world.stubs?.mailbox.waitFor(mara.email);
    expect(mail?.text).toContain(`${world.gateways[0].origin}/`);
    expect(`${mail?.text} ${mail?.html}`).not.toContain('evil');
  });

  it('trusts the client address of the proxy only, so no limit is evaded (hostile 11)', async () => {
    const spoofed = (n: number) => ({ 'x-forwarded-for': `198.51.100.${n}, 10.200.0.1` });
    const answers = await Promise.all(
      Array.from({ length: LIMITS.login.points + 5 }, (_, n) =>
        world.browser().send('POST', logIn.path, LOGIN, spoofed(n)),
      ),
    );
    expect(answers.filter((one) => code(one) === 'RATE_LIMITED').length).toBeGreaterThanOrEqual(5);
    const other = await world.browser().send('POST', logIn.path, LOGIN, { 'x-forwarded-for': '10.200.0.2' });
    expect(code(other)).not.toBe('RATE_LIMITED');
  });

  it('limits look-ups of invented sessions per address, and serves others', async () => {
    const [mara] = await world.people(rich);
    const from = { 'x-forwarded-for': '10.200.0.9' };
    const { points } = LIMITS.stranger;
    const ask = (n: number, path: string = getUser.path, name = '__Host-session') =>
      world.browser().send('GET', path, undefined, { ...from, cookie: `${name}=invented-${n}` });
    const answers = [];
    for (let n = 0; n <= points; n += 100) {
      const some = Array.from({ length: Math.min(100, points + 1 - n) }, (_, one) => ask(n + one));
      answers.push(...(await Promise.all(some)));
    }
    expect(new Set(answers.map(code))).toEqual(new Set(['AUTHENTICATION_REQUIRED']));
    const after = [await ask(0), await ask(0, getOperator.path, '__Host-operator'), await ask(0, '/media/x')];
    expect(after.map(code)).toEqual(['RATE_LIMITED', 'RATE_LIMITED', 'RATE_LIMITED']);
    const socket = io(world.gateways[0].address, {
      transports: ['websocket'],
      reconnection: false,
      extraHeaders: { ...from, origin: world.gateways[0].origin, cookie: '__Host-session=invented' },
    });
    const refused = await new Promise<Error>((resolve) => socket.on('connect_error', resolve));
    expect(refused.message).toBe('RATE_LIMITED');
    socket.close();
    expect((await mara.http.call(getUser, {})).user.status).toBe('active');
  });

  it('answers foreign, mistyped and unknown ids alike (hostile 21 59)', async () => {
    const [mara, jonas, eve] = await world.people(rich, rich, rich);
    const { core } = world.inside;
    const sent = await core.messaging.sendMessage(
      { member: mara.id, site: 'default' },
      { clientId: crypto.randomUUID(), profile: jonas.id, text: 'Hello', credits: 1 },
    );
    expect(sent.ok).toBe(true);
    const theirs = core.messaging.conversationOf(mara.id, jonas.id);
    const { sessions } = await mara.http.call(getSessions, {});
    const nobody = 'f'.repeat(24);
    const asked: [string, string, (id: string) => [string, string | undefined]][] = [
      ['GET', theirs, (id) => [`${getMessages.path}?conversation=${id}`, undefined]],
      ['POST', theirs, (id) => [postRead.path, JSON.stringify({ conversation: id, seq: 1 })]],
      ['DELETE', theirs, (id) => [removeChat.path, JSON.stringify({ conversation: id })]],
      ['DELETE', sessions[0]?.id ?? '', (id) => ['/api/sessions.php', JSON.stringify({ id })]],
      ['PUT', mara.id, (id) => ['/api/photo.php', JSON.stringify({ id, crop: null })]],
      ['GET', mara.id, (id) => [`/api/case.php?id=${id}`, undefined]],
      ['GET', mara.id, (id) => [`/api/payment.php?id=${id}`, undefined]],
    ];
    for (const [method, id, ask] of asked) {
      const answers = await Promise.all(
        [id, mara.id, nobody].map((one) => eve.http.send(method, ...ask(one))),
      );
      for (const { status, body } of answers)
        expect([method, status, body]).toEqual([method, 404, answers[2]?.body]);
      for (const odd of ['undefined', 'x'.repeat(12), '../../etc']) {
        const answer = await eve.http.send(method, ...ask(encodeURIComponent(odd)));
        expect([odd, answer.status >= 400 && answer.status < 500]).toEqual([odd, true]);
      }
    }
    await mara.http.call(getUser, {});
  });

  it('ignores a site named in a query, for this and later requests (hostile 73)', async () => {
    const plain = await world.browser().call(getSettings, {});
    const query = new URLSearchParams({
      cdn_prefix: 'https://evil.example/',
      domain: 'evil.example',
      name: 'Evil',
      forced_domain: 'evil.example',
      push_public_key: 'x',
    });
    const asked = await world.browser().send('GET', `${getSettings.path}?${query.toString()}`);
    expect(asked.status).toBe(200);
    expect((asked.body as typeof plain).settings).toEqual(plain.settings);
    expect((await world.browser().call(getSettings, {})).settings).toEqual(plain.settings);
  });

  it('marks private answers uncacheable even with a file-like URL (hostile 74)', async () => {
    const [mara] = await world.people(rich);
    for (const path of [
      '/api/user.php/x.css',
      '/api/user.php;x.css',
      '/api/user.php%2Fx.css',
      '/api/user.php%00.css',
      '/api/user.php?x.css',
      '/profile/x.css',
      '/profile;x.css',
      '/assets/../api/user.php',
      '/assets/..%2fapi/user.php',
      '/media/x.css',
    ]) {
      const answer = await mara.http.send('GET', path, undefined, { accept: 'text/html,*/*' });
      const stored = String(answer.headers['cache-control'] ?? '');
      expect([path, /public|max-age=[1-9]/.test(stored)]).toEqual([path, false]);
      const announces = JSON.stringify(answer.body).includes(mara.email);
      expect([path, !announces || stored === 'no-store']).toEqual([path, true]);
    }
    const file = await mara.http.send('GET', '/assets/app-1a2b3c.css');
    expect(file.headers['cache-control']).toContain('immutable');
    expect(file.headers['set-cookie']).toBeUndefined();
  });

  it('refuses compressed bodies and bodies with two lengths', async () => {
    const packed = await world
      .browser()
      .send('POST', logIn.path, gzipSync(LOGIN), { 'content-encoding': 'gzip' });
    expect(packed.status).toBeGreaterThanOrEqual(400);
    expect(packed.status).toBeLessThan(500);
    const head = `POST ${logIn.path} HTTP/1.1\r\nHost: a.localhost\r\nOrigin: http://a.localhost\r\nContent-Type: application/json\r\nConnection: close\r\n`;
    for (const lengths of [
      `Content-Length: ${LOGIN.length}\r\nContent-Length: 4\r\n`,
      `Content-Length: ${LOGIN.length}\r\nTransfer-Encoding: chunked\r\n`,
      'Transfer-Encoding: chunked, identity\r\n',
      'Content-Length: -1\r\n',
      'Content-Length: 1e3\r\n',
    ]) {
      expect([lengths, await raw(`${head}${lengths}\r\n${LOGIN}`)]).toEqual([
        lengths,
        expect.stringMatching(/^HTTP\/1\.1 400 /),
      ]);
    }
  });

  it('refuses headers that are too long, and stays available', async () => {
    const long = 'x'.repeat(64_000);
    for (const head of [
      `GET /api/settings.php?${long} HTTP/1.1\r\n`,
      `GET / HTTP/1.1\r\nX-Long: ${long}\r\n`,
    ]) {
      expect(await raw(`${head}Host: a.localhost\r\n\r\n`)).toMatch(/^(HTTP\/1\.1 431 |$)/);
    }
    expect((await world.browser().send('GET', '/api/settings.php')).status).toBe(200);
  });

  it('cuts off a request body that does not end (hostile 56)', { timeout: 180_000 }, async () => {
    const response = await raw(
      `POST ${logIn.path} HTTP/1.1\r\nHost: a.localhost\r\nOrigin: http://a.localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"email":`,
    );
    expect(response).toMatch(/^(HTTP\/1\.1 408 |$)/);
  });

  it('accepts only valid sessions, in any form of the cookie (hostile 6 7)', async () => {
    const [mara, jonas] = await world.people(rich, rich);
    const asks = async (cookie: string) => {
      const http: HttpClient = world.browser();
      const answer = await http.send('GET', getUser.path, undefined, { cookie });
      return answer.status === 200 ? (answer.body as { user: { id: string } }).user.id : code(answer);
    };
    const out = 'AUTHENTICATION_REQUIRED';
    for (const cookie of [
      `session=${mara.session}`,
      `__host-session=${mara.session}`,
      `__Host-session=${mara.session}x`,
      `__Host-session=${mara.session.slice(0, -1)}`,
      `__Host-session=${'x'.repeat(5_000)}`,
      '__Host-session=%00',
      '__Host-session={"$ne":null}',
      '__Host-session[$ne]=1',
      '__Host-session=',
      '__proto__=1',
    ]) {
      expect([cookie.slice(0, 40), await asks(cookie)]).toEqual([cookie.slice(0, 40), out]);
    }
    expect(await asks(`x=1; __Host-session=${mara.session}`)).toBe(mara.id);
    // Of two cookies one is used, never a mixture.
    expect([mara.id, jonas.id]).toContain(
      await asks(`__Host-session=${mara.session}; __Host-session=${jonas.session}`),
    );
  });
});

describe('hostile input in logs', () => {
  let world: World;

  beforeAll(async () => {
    world = await startWorld({ gateways: 1, workers: 0 });
  });
  afterAll(async () => {
    await world?.stop();
  });

  it('keeps a line per record, without personal data or secrets (hostile 76 77) [P1]', async () => {
    const canary = 'canary4711';
    const [mara] = await world.people({ name: `Mara ${canary}`, email: `${canary}@mail.example` });
    // As far as a header may go: the eight-bit form of an escape.
    const odd = `\u009b31m${canary}\u009b0m\t"}{"level":50`;
    const http = world.browser(0, mara.session);
    const requests: [string, string, string?][] = [
      ['GET', `/api/user.php?${canary}=1%0A%0D%1b[31m`],
      ['GET', `/api/geocode.php?lat=52.${canary}&lon=4.9`],
      ['GET', '/api/geocode.php?lat=52.370216&lon=4.895168'],
      ['GET', '/api/geocode.php?lat=91&lon=NaN'],
      ['GET', `/${canary}%0a/x`],
      ['POST', '/api/user.php', JSON.stringify({ email: `${canary}@mail.example`, password: canary })],
      ['POST', '/api/user.php', JSON.stringify({ email: `${canary}\n{"level":60}`, [canary]: canary })],
      ['POST', '/api/signup.php', `{"name":"${canary}\\n\\u001b[31m"`],
    ];
    for (const [method, path, body] of requests) {
      await http.send(method, path, body, { 'user-agent': odd, referer: `https://x.example/${canary}` });
    }
    const device = await mara.device();
    device.socket.emit('message:send', { text: canary }, () => undefined);
    device.close();
    const gateway = world.gateways[0];
    const log = () => readFile(gateway.logFile, 'utf8');
    const lines = await until(
      async () => (await log()).trim().split('\n'),
      (some) => some.filter((line) => line.includes('"request"')).length >= requests.length,
    );
    for (const line of lines) expect(() => JSON.parse(line), line).not.toThrow();
    const text = lines.join('\n');
    for (const secret of [canary, '52.370216', '4.895168', mara.session, mara.id, '\u001b', '\u009b']) {
      expect([secret, text.includes(secret)]).toEqual([secret, false]);
    }
  });
});
