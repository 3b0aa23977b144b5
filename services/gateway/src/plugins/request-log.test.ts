import { fastify, LogController } from 'fastify';
import { expect, it } from 'vitest';
import { addRequestLog } from './request-log.ts';

/** Returns the log lines at `level` after requests for these addresses. */
async function linesOf(level: string, ...urls: string[]): Promise<{ level: number; route: string }[]> {
  const lines: string[] = [];
  const app = fastify({
    logger: { level, stream: { write: (line) => void lines.push(line) } },
    logController: new LogController({ disableRequestLogging: true }),
  });
  addRequestLog(app);
  app.get('/api/user.php', () => ({ name: 'Mara' }));
  app.get('/health/ready', () => ({ ok: true }));
  app.get('/media/*', (request, reply) =>
    reply.code(request.url.includes('gone') ? 404 : 200).send('picture'),
  );
  app.get('/*', () => 'file');
  for (const url of urls) await app.inject(url);
  await app.close();
  return lines
    .map((line) => JSON.parse(line) as { level: number; route: string; msg: string })
    .filter(({ msg }) => msg === 'request');
}

const [DEBUG, INFO] = [20, 30];

it('logs each call by its pattern, without its query, and no health checks', async () => {
  const [line, ...others] = await linesOf('info', '/api/user.php?email=mara@demo.example', '/health/ready');
  expect(line).toMatchObject({ level: INFO, method: 'GET', route: '/api/user.php', status: 200 });
  expect(JSON.stringify(line)).not.toContain('mara');
  expect(others).toEqual([]);
});

it('logs served files at debug level, since a page has sixty of them', async () => {
  const urls = ['/assets/index-abc123.js', '/media/a.webp', '/media/gone.webp'];
  expect(await linesOf('info', ...urls)).toMatchObject([{ level: INFO, route: '/media/*', status: 404 }]);
  expect(await linesOf('debug', ...urls)).toMatchObject([
    { level: DEBUG, route: '/*' },
    { level: DEBUG, route: '/media/*' },
    { level: INFO, route: '/media/*' },
  ]);
});
