import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import {
  type CallContract,
  type ErrorBody,
  EXPORT_FILE_PATH,
  getUser,
  logIn,
  logOut,
  MAIL_OFF_PATH,
  postMessage,
  RECEIPT_FILE_PATH,
  STATEMENT_FILE_PATH,
  signUp,
} from '@heartline/contracts';
import { CALLS } from '@heartline/contracts/registry';
import {
  type Answer,
  connectDevice,
  type HttpClient,
  signUpForm,
  startWorld,
  type WorldHere,
} from '@heartline/testing';
import { fixedWait } from '@heartline/tooling/fixed-wait';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('every HTTP call', () => {
  let world: WorldHere;

  beforeAll(async () => {
    world = await startWorld({ here: true, ownEngines: true });
  });
  afterAll(() => world.stop());

  const code = (answer: Answer) => (answer.body as Partial<ErrorBody>).error?.code;
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    world.browser().send('POST', path, body, headers);

  describe('calls caused by foreign pages (hostile 72)', () => {
    for (const call of CALLS.filter((one) => one.access !== 'provider')) {
      const changes = call.method !== 'GET' || call.changesState === true;
      it(`${call.name} is ${changes ? 'refused' : 'answered'}`, async () => {
        const [signedIn] = await world.people({});
        const headers: Record<string, string>[] = [
          { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
          { 'sec-fetch-site': 'same-site', origin: 'http://b.localhost' },
          { 'sec-fetch-site': 'cross-site' },
        ];
        for (const foreign of headers) {
          const answer = await attempt(signedIn.http, call, foreign);
          expect(code(answer) === 'FOREIGN_ORIGIN').toBe(changes);
        }
      });
    }
  });

  function attempt(client: HttpClient, call: CallContract, headers: Record<string, string> = {}) {
    const query = new URLSearchParams(call.when).toString();
    return client.send(
      call.method,
      query ? `${call.path}?${query}` : call.path,
      call.method === 'GET' ? undefined : '{}',
      headers,
    );
  }

  it('trusts Origin if the browser does not name the site, and needs it (hostile 72)', async () => {
    const { address } = world.gateways[0];
    const plain = (headers: Record<string, string>) =>
      fetch(`${address}${logOut.path}`, { headers }).then((response) => response.status);
    expect(await plain({ origin: 'http://a.localhost' })).toBe(200);
    expect(await plain({ origin: 'null' })).toBe(403);
    expect(await plain({ origin: 'http://a.localhost.evil.example' })).toBe(403);
    expect(await plain({})).toBe(403);
  });

  it('acts only for the member the page was loaded for, over HTTP and socket', async () => {
    const [mara, nele] = await world.people({ credits: 5 }, { credits: 5 });
    const [jonas] = await world.people({});
    // Mara's page sends with Nele's cookie, after Nele signed in to the same browser.
    const input = { clientId: randomUUID(), profile: jonas.id, text: 'From Mara', credits: 1 };
    const sendFor = (member: string) =>
      nele.http.send(postMessage.method, postMessage.path, JSON.stringify(input), { 'x-member': member });
    expect(await sendFor(mara.id)).toMatchObject({
      status: 403,
      body: { error: { code: 'ANOTHER_MEMBER' } },
    });
    await expect(connectDevice(nele.http, undefined, mara.id)).rejects.toThrow('ANOTHER_MEMBER');
    const messages = world.inside.mongo.connection.collection('messages');
    expect(await messages.countDocuments({ recipient: jonas.id })).toBe(0);
    expect((await sendFor(nele.id)).status).toBe(200);
    const device = await connectDevice(nele.http, undefined, nele.id);
    device.close();
  });

  it('logs out only the member the page was loaded for, and succeeds without a session', async () => {
    const [mara, nele] = await world.people({}, {});
    const logOutFor = (client: HttpClient, member: string) =>
      client.send(logOut.method, logOut.path, undefined, { 'x-member': member });
    // Mara's page sends with Nele's cookie, after Nele signed in to the same browser.
    const refused = await logOutFor(nele.http, mara.id);
    expect([refused.status, code(refused)]).toEqual([403, 'ANOTHER_MEMBER']);
    expect((await nele.http.call(getUser, {})).user?.id).toBe(nele.id);
    expect((await logOutFor(nele.http, nele.id)).status).toBe(200);
    expect((await logOutFor(world.browser(), mara.id)).status).toBe(200);
  });

  it('refuses operators, wrong types and unknown names in bodies (hostile 13 16)', async () => {
    const login = { email: 'a@mail.example', password: 'mauve tractor 41' };
    const bodies: unknown[] = [
      { email: { $ne: null }, password: 'x' },
      { ...login, password: ['mauve tractor 41'] },
      { ...login, email: null },
      { ...login, status: 'active' },
      { ...login, _id: '0'.repeat(24) },
      { ...login, 'profile.user': 1 },
      [],
      'text',
      null,
      42,
    ];
    for (const body of bodies) {
      const answer = await post(logIn.path, JSON.stringify(body));
      expect([body, answer.status, code(answer)]).toEqual([body, 400, 'VALIDATION_FAILED']);
    }
    const extra = { ...signUpForm(), credits: 500, paid_user: true, role: 'admin' };
    expect((await post(signUp.path, JSON.stringify(extra))).status).toBe(400);
    expect(
      await world.inside.mongo.connection.collection('accounts').countDocuments({ email: extra.email }),
    ).toBe(0);
  });

  it('refuses operators and odd numbers in query strings (hostile 13 14 17 19)', async () => {
    const [signedIn] = await world.people({});
    const search = (query: string) => signedIn.http.send('GET', `/api/members.php?${query}`);
    for (const query of [
      'gender[$ne]=male',
      'gender=%7B%22%24ne%22%3A1%7D',
      '$where=1',
      'country=NL&country=BE',
      'min_age=-1',
      'min_age=NaN',
      'min_age=1e309',
      'min_age=18abc',
      'max_age=9007199254740993',
      'max_age=121',
      'cursor=%24where',
      '__proto__[x]=1',
      'fictional=maybe',
    ]) {
      const answer = await search(query);
      expect([query, answer?.status]).toEqual([query, 400]);
    }
    expect((await search('gender=female&min_age=18&max_age=120'))?.status).toBe(200);
    expect((await post(`${logIn.path}?password[$gt]=`, '{}')).status).toBe(400);
    const settings = await world.browser().send('GET', '/api/settings.php?a=1&$where=1&b[$gt]=2');
    expect(settings.status).toBe(200);
    expect((await world.browser().send('GET', '/api/settings.php?a=1&a=2')).status).toBe(400);
  });

  it('refuses repeated keys and prototype keys (hostile 15 17)', async () => {
    for (const body of [
      '{"email":"a@mail.example","email":"b@mail.example","password":"x"}',
      '{"email":"a@mail.example","\\u0065mail":"b@mail.example","password":"x"}',
      '{"__proto__":{"admin":true},"email":"a@mail.example","password":"x"}',
      '{"constructor":{"prototype":{"admin":true}},"email":"a@mail.example","password":"x"}',
      '{"email":"a@mail.example",}',
      '{"email":NaN}',
      '\u0000',
      '{',
    ]) {
      const answer = await post(logIn.path, body);
      expect([body, answer.status, code(answer)]).toEqual([body, 400, 'VALIDATION_FAILED']);
    }
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
  });

  it('accepts exactly one content type (hostile 18)', async () => {
    const body = JSON.stringify({ email: 'a@mail.example', password: 'x' });
    for (const type of [
      'text/plain',
      'application/json garbage',
      'application/json; charset=utf-16',
      'application/json;foo=bar',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
      '',
    ]) {
      const answer = await post(logIn.path, body, { 'content-type': type });
      expect([type, answer.status]).toEqual([type, 415]);
      expect(code(answer)).toBe('UNSUPPORTED_MEDIA_TYPE');
    }
    for (const type of [
      'application/json',
      'Application/JSON',
      'application/json; charset=utf-8',
      '\tapplication/json',
    ]) {
      const answer = await post(logIn.path, body, { 'content-type': type });
      expect([type, answer.status]).toEqual([type, 401]);
    }
  });

  it('refuses deep bodies as cheaply as flat ones, and long bodies (hostile 23)', async () => {
    const deep = '['.repeat(10_000) + ']'.repeat(10_000);
    const deepObject = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
    const flat = JSON.stringify('x'.repeat(deepObject.length));
    const cpuOf = async (body: string) => {
      const before = process.cpuUsage();
      for (let n = 0; n < 5; n += 1) expect((await post(logIn.path, body)).status).toBe(400);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    await cpuOf(flat);
    const cheap = await cpuOf(flat);
    for (const body of [deep, deepObject]) expect((await cpuOf(body)) / cheap).toBeLessThan(20);
    const long = await cut(`POST ${logIn.path} HTTP/1.1`, 5_000_000);
    expect(long).toMatch(/^HTTP\/1\.1 413 /);
    expect(long).toContain('PAYLOAD_TOO_LARGE');
  });

  it('takes passwords exactly as typed, and refuses long ones (hostile 4 22)', async () => {
    const password = (value: string) => JSON.stringify({ ...signUpForm(), password: value });
    expect((await post(signUp.path, password('x'.repeat(1_000_000)))).status).toBe(413);
    for (const value of ['p4 '.repeat(43), 'nul\0 in the middle', '\ud800 lone surrogate']) {
      expect((await post(signUp.path, password(value))).status).toBe(400);
    }
    const odd = '  Żółw 🐢 with spaces  '.padEnd(64, '~');
    const form = signUpForm();
    expect((await post(signUp.path, JSON.stringify({ ...form, password: odd }))).status).toBe(200);
    const login = (value: string) => post(logIn.path, JSON.stringify({ email: form.email, password: value }));
    expect(code(await login(odd))).toBe('NOT_CONFIRMED');
    expect(code(await login(odd.trim()))).toBe('LOGIN_FAILED');
    expect(code(await login(odd.slice(0, 63)))).toBe('LOGIN_FAILED');
  });

  it('answers an unknown path in the shape of every failing call', async () => {
    for (const [method, path] of [
      ['GET', '/api/nothing.php'],
      ['POST', '/api/nothing.php'],
      ['GET', '/api/%zz'],
      ['GET', '/media/../../etc/passwd'],
      ['GET', '/docs/openapi.json'],
    ] as const) {
      const answer = await world.browser().send(method, path, method === 'POST' ? '{}' : undefined);
      expect([path, answer.status, code(answer)]).toEqual([path, 404, 'NOT_FOUND']);
    }
  });

  it('answers 405 with Allow for another method of a path, with any body', async () => {
    const paths = [...new Set(CALLS.map((call) => call.path))];
    const known: [path: string, allowed: string[]][] = paths.map((path) => [
      path,
      CALLS.filter((call) => call.path === path).map((call) => call.method),
    ]);
    known.push([RECEIPT_FILE_PATH, ['GET', 'HEAD']], [STATEMENT_FILE_PATH, ['GET', 'HEAD']]);
    known.push([EXPORT_FILE_PATH, ['GET', 'HEAD']]);
    known.push([MAIL_OFF_PATH, ['GET', 'HEAD', 'POST']], ['/media/a/b.webp', ['GET', 'HEAD']]);
    for (const [path, allowed] of known) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
        (one) => !allowed.includes(one),
      )) {
        const answer = await world.browser().send(method, path, method === 'GET' ? undefined : 'not JSON', {
          'content-type': 'text/plain',
        });
        expect([method, path, answer.status, code(answer)]).toEqual([
          method,
          path,
          405,
          'METHOD_NOT_ALLOWED',
        ]);
        expect(answer.headers['allow']).toBe([...new Set(allowed)].toSorted().join(', '));
      }
    }
  });

  it('answers in the language the visitor chose', async () => {
    const client = world.browser();
    client.cookies.set('i18n_redirected', 'nl');
    const answer = await client.send('GET', '/api/chats.php');
    const english = await world.browser().send('GET', '/api/chats.php');
    const said = (one: Answer) => (one.body as ErrorBody).error.message;
    expect(said(answer)).not.toBe('');
    expect(said(answer)).not.toBe(said(english));
  });

  it('forbids caching of answers and framing of pages', async () => {
    const { headers: ofCall } = await world.browser().send('GET', '/api/settings.php');
    expect(ofCall['cache-control']).toBe('no-store');
    expect(ofCall['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(ofCall['x-content-type-options']).toBe('nosniff');
    const { headers } = await world.browser().send('GET', '/');
    const policy = String(headers['content-security-policy']);
    for (const part of [
      "script-src 'self';",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ]) {
      expect(policy).toContain(part);
    }
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(headers['referrer-policy']).toBe('same-origin');
  });

  it('accepts every call of a test that blocked the process it runs in', async () => {
    for (let stalls = 0; stalls < 2; stalls += 1) {
      const free = performance.now() + 2_300;
      while (performance.now() < free);
      await fixedWait(1, 'no event says that timers ran between two stalls');
    }
    expect((await world.browser().send('GET', getUser.path)).status).not.toBe(503);
  });

  it('names the dependency that is not ready', async () => {
    const ready = await world.browser().send('GET', '/health/ready');
    expect(ready).toMatchObject({
      status: 200,
      body: { ok: true, checks: { mongo: 'ok', redis: 'ok', clock: 'ok', open: 'ok' } },
    });
    expect((await world.browser().send('GET', '/health/live')).status).toBe(200);
    world.clock.advance(2_500);
    const late = await world.browser().send('GET', '/health/ready');
    expect(late.status).toBe(503);
    expect(late.body).toMatchObject({
      ok: false,
      checks: { mongo: 'ok', redis: 'ok', clock: expect.stringContaining('ms') },
    });
    world.clock.advance(-2_500);
  });

  it('answers 503 within 5 s while the database hangs, and recovers afterwards', async () => {
    const [signedIn] = await world.people({});
    await signedIn.http.send('GET', '/api/user.php');
    world.clock.advance(10_000);
    world.mongo.pause();
    try {
      const started = performance.now();
      const answers = await Promise.all([
        signedIn.http.send('GET', '/api/user.php'),
        post(logIn.path, JSON.stringify({ email: 'a@mail.example', password: 'mauve tractor 41' })),
      ]);
      // 5 s, and a second for a busy machine.
      expect(performance.now() - started).toBeLessThan(6_000);
      for (const answer of answers) expect([answer?.status, code(answer)]).toEqual([503, 'UNAVAILABLE']);
    } finally {
      world.mongo.resume();
    }
    await expect
      .poll(async () => (await signedIn.http.send('GET', '/api/user.php')).status, { timeout: 20_000 })
      .toBe(200);
  });

  it('refuses log-ins without a counter while Redis is down, and serves reads', async () => {
    const [signedIn] = await world.people({});
    await world.redis.crash();
    try {
      const login = await post(
        logIn.path,
        JSON.stringify({ email: 'a@mail.example', password: 'mauve tractor 41' }),
      );
      expect([login.status, code(login)]).toEqual([503, 'UNAVAILABLE']);
      const found = await signedIn.http.send('GET', '/api/members.php');
      expect(found?.status).toBe(200);
    } finally {
      await world.redis.restart();
    }
    await expect
      .poll(async () => (await signedIn.http.send('GET', '/api/user.php')).status, { timeout: 20_000 })
      .toBe(200);
  });

  /** Sends a header that promises a body of `length` and one megabyte of it. Returns the response. */
  function cut(head: string, length: number): Promise<string> {
    const { port } = new URL(world.gateways[0].address);
    return new Promise((resolve) => {
      let received = '';
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('data', (chunk) => {
        received += chunk.toString();
      });
      socket.on('error', () => resolve(received));
      socket.on('close', () => resolve(received));
      socket.write(
        `${head}\r\nHost: a.localhost\r\nOrigin: http://a.localhost\r\nContent-Type: application/json\r\n` +
          `Content-Length: ${length}\r\nConnection: close\r\n\r\n`,
      );
      socket.write('x'.repeat(1_000_000));
    });
  }
});
