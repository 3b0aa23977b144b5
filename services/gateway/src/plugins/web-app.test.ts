import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastifyCookie from '@fastify/cookie';
import {
  DEFAULT_COMPANY,
  DEFAULT_PRIVATE_SETTINGS,
  DEFAULT_SETTINGS,
  refuse,
  type SiteSettings,
} from '@heartline/contracts';
import type { Core } from '@heartline/core';
import { createMetrics } from '@heartline/platform';
import { type FastifyInstance, fastify, LogController } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { AppDeps } from '../app-deps.ts';
import type { GatewayConfig } from '../config.ts';
import { addHttpMetrics } from './metrics.ts';
import { addRequestLog } from './request-log.ts';
import { addWebApp } from './web-app.ts';

/** The site of every host, and the folder of the app. */
function depsOf(webDir: string, settings: SiteSettings): Pick<AppDeps, 'core' | 'config'> {
  const site = {
    site: 'default',
    settings,
    privately: DEFAULT_PRIVATE_SETTINGS,
    company: DEFAULT_COMPANY,
    configured: false,
  };
  return {
    core: {
      site: { settingsFor: async () => site },
      pages: { page: async () => refuse('NOT_FOUND') },
    } as unknown as Core,
    config: { webDir, publicOrigin: 'https://amora.example' } as GatewayConfig,
  };
}

describe('the web app', () => {
  let above: string;
  let dir: string;
  let app: FastifyInstance;
  const asked: unknown[] = [];
  const lines: string[] = [];
  const metrics = createMetrics();
  const title = '</script><script>alert(1)</script>';
  const settings = {
    ...DEFAULT_SETTINGS,
    name: 'Amora',
    index_title: title,
    description: 'Say "hi" & <b>more</b></script>',
  };
  const indexPage = '<!doctype html><html lang="en"><title>Page</title>';

  beforeAll(async () => {
    above = await mkdtemp(join(tmpdir(), 'heartline-web-'));
    // The location on the disk must not change the answer.
    dir = join(above, 'assets/web');
    await mkdir(join(dir, 'assets'), { recursive: true });
    await writeFile(join(dir, 'index.html'), indexPage);
    await writeFile(join(dir, 'sw.js'), 'self');
    await writeFile(
      join(dir, 'manifest.webmanifest'),
      '{"id":"/","name":"Heartline","display":"standalone"}',
    );
    await writeFile(join(dir, 'assets/index-abc123.js'), 'plain');
    await writeFile(join(dir, 'assets/index-abc123.js.br'), 'brotli');
    const stream = { write: (line: string) => void lines.push(line) };
    app = fastify({
      logger: { level: 'info', stream },
      logController: new LogController({ disableRequestLogging: true }),
    });
    addRequestLog(app);
    addHttpMetrics(app, metrics);
    app.decorateRequest('locale', 'en');
    await app.register(fastifyCookie);
    app.get('/api/settings.php', (request, reply) => {
      asked.push({ query: request.query, cookie: request.headers.cookie, host: request.hostname });
      return reply.send({
        settings: { name: 'Amora', index_title: title, description: 'Say "hi" & <b>more</b>' },
        serverAt: 1,
      });
    });
    await addWebApp(app, depsOf(dir, settings));
  });
  afterAll(async () => {
    await app.close();
    await rm(above, { recursive: true, force: true });
  });

  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
  const html = { accept: 'text/html,application/xhtml+xml' };

  it.each([html, { accept: '*/*' }, { accept: 'application/json' }, {}])(
    'answers every address of a page with the app, never kept by a browser, for %o',
    async (accept) => {
      for (const url of ['/', '/members', '/members/123/chat?t=5', '/chats', `/${'x'.repeat(43)}`]) {
        const page = await get(url, accept);
        const { statusCode, headers } = page;
        expect([url, statusCode, headers['cache-control']]).toEqual([url, 200, 'private, no-cache']);
        expect(page.body).toMatch(/^<!doctype html><html/);
        expect((await app.inject({ method: 'HEAD', url, headers: accept })).statusCode).toBe(200);
      }
    },
  );

  it('answers an unknown address with 404, with the app for browsers only', async () => {
    for (const url of ['/no/such/page', '/likes/none', '/wp-login.php', `/${'x'.repeat(42)}`]) {
      const page = await get(url, html);
      expect([url, page.statusCode, page.headers['content-type']]).toEqual([
        url,
        404,
        'text/html; charset=utf-8',
      ]);
      expect(page.body).toContain('id="settings"');
      const other = await get(url, { accept: '*/*' });
      expect([other.statusCode, other.json()]).toMatchObject([404, { error: { code: 'NOT_FOUND' } }]);
    }
  });

  it.each(['/activate?token=x', '/reset-password/do?token=x', `/${'x'.repeat(43)}`])(
    'keeps the secret of %s from other pages',
    async (url) => expect((await get(url, html)).headers['referrer-policy']).toBe('no-referrer'),
  );

  it('says that nobody is signed in where there is no session', async () => {
    expect((await get('/', html)).body).toContain('<html data-visitor lang="en">');
    expect((await get('/', { ...html, cookie: '__Host-session=x' })).body).toContain('<html lang="en">');
  });

  it('names pages `page` and unknown addresses `none` in logs and metrics', async () => {
    metrics.resetMetrics();
    lines.length = 0;
    for (const url of ['/', '/members/somebody', '/no/such/page']) await get(url, html);
    await get('/sw.js');
    await get('/nowhere', { accept: '*/*' });
    const counts = (await metrics.metrics()).match(/http_request_duration_seconds_count.*/g);
    const counted = (route: string, status: number, times: number) =>
      `http_request_duration_seconds_count{method="GET",route="${route}",status="${status}"} ${times}`;
    expect(counts?.toSorted()).toEqual([
      counted('/*', 200, 1),
      // Also for `/nowhere`, which could be a page that an operator added.
      counted('/api/settings.php', 200, 4),
      counted('none', 404, 1),
      counted('page', 200, 2),
      counted('page', 404, 1),
    ]);
    const logged = lines.map((line) => (JSON.parse(line) as { route?: string }).route);
    expect(logged.filter((route) => route !== '/api/settings.php')).toEqual(['page', 'page', 'page', 'none']);
  });

  it('is installed under the name of the site', async () => {
    const answer = await get('/manifest.webmanifest', { host: 'amora.example' });
    expect(answer.headers['content-type']).toMatch(/^application\/manifest\+json/);
    expect(answer.headers['cache-control']).toBe('private, no-cache');
    expect(answer.json()).toEqual({
      id: '/',
      name: 'Amora',
      short_name: 'Amora',
      description: 'Say "hi" & <b>more</b>',
      display: 'standalone',
    });
  });

  it('embeds the settings of its site for its host and whole query [S7-020 S7-021 S7-024]', async () => {
    asked.length = 0;
    const headers = { ...html, host: 'amora.example:8080', cookie: 'i18n_redirected=de' };
    const { body } = await get('/members?a=1&b=%26%3C&token=secret', headers);
    expect(asked).toEqual([
      {
        query: { forced_domain: 'amora.example', a: '1', b: '&<' },
        cookie: 'i18n_redirected=de',
        host: 'amora.example',
      },
    ]);
    const [, json = ''] = /<script type="application\/json" id="settings">(.*?)<\/script>/s.exec(body) ?? [];
    expect(JSON.parse(json)).toEqual({
      call: '/api/settings.php?forced_domain=amora.example&a=1&b=%26%3C',
      answer: {
        settings: { name: 'Amora', index_title: title, description: 'Say "hi" & <b>more</b>' },
        serverAt: 1,
      },
    });
  });

  it('names the files of the screen, by address, session and language', async () => {
    const page = '<!doctype html><head><title>Page</title></head>';
    await writeFile(join(dir, 'index.html'), page);
    onTestFinished(() => writeFile(join(dir, 'index.html'), indexPage));
    const files = {
      pages: [
        { at: '^/$', visitor: ['assets/home.js'], member: [], words: 'frame' },
        {
          at: '^/members$',
          visitor: ['assets/search.js'],
          member: ['assets/frame.js', 'assets/search.js'],
          words: 'all',
        },
      ],
      words: {
        frame: { en: ['assets/bar-en.js'], de: ['assets/bar-de.js'] },
        all: {
          en: ['assets/bar-en.js', 'assets/words-en.js'],
          de: ['assets/bar-de.js', 'assets/words-de.js'],
        },
      },
    };
    await writeFile(join(dir, 'first-files.json'), JSON.stringify(files));
    const linked = async (url: string, cookie = '') => {
      const { body } = await get(url, { ...html, cookie });
      return [...body.matchAll(/<link rel="modulepreload" crossorigin href="\/assets\/([^"]+)\.js">/g)].map(
        ([, name]) => name,
      );
    };
    expect(await linked('/')).toEqual(['bar-en', 'home']);
    expect(await linked('/members?a=1')).toEqual(['bar-en', 'words-en', 'search']);
    expect(await linked('/members', 'i18n_redirected=de; __Host-session=x')).toEqual([
      'bar-de',
      'words-de',
      'frame',
      'search',
    ]);
    expect(await linked('/pricing', '__Host-session=x')).toEqual([]);
  });

  it('lets nothing an operator or a link says become markup', async () => {
    const { body } = await get('/?x=%3C/script%3E%3Cscript%3E', html);
    const scripts = [...body.matchAll(/<script type="([^"]+)"/g)].map(([, type]) => type);
    expect(scripts).toEqual(['application/ld+json', 'application/ld+json', 'application/json']);
    expect(body.match(/<script|<\/script/g)).toHaveLength(6);
    expect(body).toContain('<title>&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;</title>');
    expect(body).toContain('content="Say &quot;hi&quot; &amp; &lt;b&gt;more&lt;/b&gt;&lt;/script&gt;"');
  });

  it('is compressed for whoever can read it', async () => {
    const br = await get('/', { ...html, 'accept-encoding': 'gzip, br' });
    expect(brotliDecompressSync(br.rawPayload).toString()).toContain('id="settings"');
    const gz = await get('/', { ...html, 'accept-encoding': 'gzip' });
    expect(gunzipSync(gz.rawPayload).toString()).toContain('id="settings"');
  });

  it('lets hashed files be kept for ever, and the service worker never', async () => {
    const asset = await get('/assets/index-abc123.js');
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(asset.headers['content-type']).toContain('javascript');
    expect((await get('/sw.js')).headers['cache-control']).toBe('no-cache');
  });

  it('sends what was compressed beforehand to browsers that can read it', async () => {
    const small = await get('/assets/index-abc123.js', { 'accept-encoding': 'gzip, deflate, br' });
    expect([small.headers['content-encoding'], small.body]).toEqual(['br', 'brotli']);
    expect((await get('/assets/index-abc123.js')).body).toBe('plain');
  });

  it('never answers a missing file or call with a page', async () => {
    for (const url of [
      '/assets/index-old.js',
      '/api/nothing.php',
      '/media/x',
      '/../../etc/passwd',
      '/.env',
      '/assets/../../x',
    ]) {
      const answer = await get(
        url,
        url.startsWith('/assets/index') || url.startsWith('/api') || url.startsWith('/media') ? html : {},
      );
      expect([url, answer.statusCode]).toEqual([url, 404]);
      expect(answer.json()).toMatchObject({ error: { code: 'NOT_FOUND' } });
    }
  });
});

it('refuses a folder without the built app, where every page would be none', async () => {
  await expect(addWebApp(fastify(), depsOf('/nowhere', DEFAULT_SETTINGS))).rejects.toThrow(
    'WEB_DIR, /nowhere, has no index.html. Fix: npm run build, or change or unset WEB_DIR.',
  );
});
