import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FastifyInstance, fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addWebApp } from './web-app.ts';

describe('the web app', () => {
  let dir: string;
  let app: FastifyInstance;

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'heartline-web-'));
    await mkdir(join(dir, 'assets'));
    await writeFile(join(dir, 'index.html'), '<!doctype html><title>Page</title>');
    await writeFile(join(dir, 'sw.js'), 'self');
    await writeFile(join(dir, 'assets/index-abc123.js'), 'plain');
    await writeFile(join(dir, 'assets/index-abc123.js.br'), 'brotli');
    app = fastify();
    app.decorateRequest('locale', 'en');
    await addWebApp(app, dir);
  });
  afterAll(async () => {
    await app.close();
    await rm(dir, { recursive: true, force: true });
  });

  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
  const html = { accept: 'text/html,application/xhtml+xml' };

  it('answers every address of a page with the app, never kept by a browser', async () => {
    for (const url of ['/', '/members', '/members/123/chat?t=5', '/chats', '/no/such/page']) {
      const page = await get(url, html);
      expect([url, page.statusCode, page.headers['cache-control']]).toEqual([url, 200, 'no-cache']);
      expect(page.body).toContain('<title>Page</title>');
    }
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
