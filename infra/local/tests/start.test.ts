import { readFileSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPortFree } from '../src/free-port.ts';
import { descendantsOf, identityOf, isAlive } from '../src/process-identity.ts';
import { clearPlace, firstOfSix, type Started, startHeartline, waitForOutput } from './start-in-test.ts';

let place: { data: string; port: number };
const started: Started[] = [];

beforeAll(async () => {
  place = { data: await mkdtemp(join(tmpdir(), 'hl-start-')), port: await firstOfSix() };
});
afterAll(async () => {
  for (const { child } of started) if (child.exitCode === null) child.kill('SIGKILL');
  await clearPlace(place);
});

function start(): Started {
  const one = startHeartline(place);
  started.push(one);
  return one;
}

interface Asked {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
}

interface Page {
  status: number;
  text: string;
  location: string;
  policy: string;
}

/** Asks a host of this machine by name, which Node does not resolve. */
function page(at: number, host: string, more: Asked = {}, body = ''): Promise<Page> {
  return new Promise((resolve, reject) => {
    const headers = { host: `${host}:${at}`, accept: 'text/html', ...more.headers };
    request({ host: '127.0.0.1', port: at, path: '/', agent: false, ...more, headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += String(chunk)));
      const { statusCode: status = 0, headers: given } = response;
      const policy = String(given['content-security-policy'] ?? '');
      response.on('end', () => resolve({ status, text, location: given.location ?? '', policy }));
    })
      .on('error', reject)
      .end(body);
  });
}

/** Signs in as Mara with one click on the hub; how to call the site as her. */
async function signInAsMara() {
  const { port } = place;
  const { location } = await page(port, 'localhost', { path: '/sign-in?as=mara@a' });
  const cookie = `__Host-session=${new URL(location).searchParams.get('session')}`;
  const origin = `http://a.localhost:${port + 1}`;
  return (method: string, path: string, body = '') =>
    page(
      port + 1,
      'a.localhost',
      { method, path, headers: { cookie, origin, 'content-type': 'application/json' } },
      body,
    );
}

/** True if a process is the gateway of that port. */
function isGatewayA(pid: number, at: number): boolean {
  const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  const isMain = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('services/gateway/main.js');
  return isMain && environment.includes(`PORT=${at}`);
}

describe('npm start', () => {
  it('starts on its own data, refuses a second start, and leaves no process behind', {
    timeout: 420_000,
  }, async () => {
    const { data, port } = place;
    const app = start();
    await waitForOutput(app, 'Heartline is running.', 300_000);
    const devHub = await page(port, 'localhost');
    expect([devHub.status, devHub.text]).toEqual([200, expect.stringContaining('Heartline')]);
    for (const [index, name] of ['a', 'b'].entries()) {
      const site = await page(port + 1 + index, `${name}.localhost`);
      expect([site.status, site.text]).toEqual([200, expect.stringContaining('<div id="root">')]);
    }

    // The page of the jobs brings a font from elsewhere along; the browser may not ask for it.
    const jobs = await page(port, 'localhost', { path: '/queues' });
    expect([jobs.status, jobs.policy]).toEqual([200, expect.stringMatching(/^default-src 'self';/)]);

    // A new password ends every session there was, not the one click that signs in.
    const password = JSON.stringify({ old_password: 'heartline-demo', password: 'mauve tractor 41' });
    const changed = await (await signInAsMara())('PUT', '/api/password.php', password);
    expect([changed.status, changed.text]).toEqual([200, expect.anything()]);
    expect((await (await signInAsMara())('GET', '/api/user.php')).status).toBe(200);

    const second = start();
    expect(await second.ended).toBe(1);
    expect(second.said()).toContain(`runs already, as process ${app.child.pid}`);

    // A service that dies comes back at its place, and the terminal says so.
    const gateway = descendantsOf(app.child.pid as number).find((pid) => isGatewayA(pid, port + 1));
    process.kill(gateway as number, 'SIGKILL');
    await waitForOutput(app, 'a ended', 20_000);
    await waitForOutput(app, 'a runs again', 120_000);
    expect((await page(port + 1, 'a.localhost')).status).toBe(200);

    const below = descendantsOf(app.child.pid as number).map((pid) => identityOf(pid) ?? '');
    expect(below.length).toBeGreaterThan(4);

    // The terminal must report the lost database, and the end must be as clean as without it.
    const redis = await readFile(join(data, 'redis', 'processes'), 'utf8');
    process.kill(Number.parseInt(redis, 10), 'SIGKILL');
    await waitForOutput(app, 'redis ended', 20_000);
    expect(app.said()).toContain('a new start brings it back');
    app.child.kill('SIGTERM');
    expect(await app.ended).toBe(0);
    await expect.poll(() => below.filter(isAlive), { timeout: 20_000 }).toEqual([]);
    for (let more = 0; more < 6; more += 1) expect(await isPortFree(port + more)).toBe(true);
  });
});
