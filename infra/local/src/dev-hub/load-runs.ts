import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { html } from '../pages/html.ts';
import { empty, type Places, page, sendPage } from '../pages/page.ts';

/** The folder of the reports of `npm run load`. */
const REPORTS = fileURLToPath(new URL('../../../../load-tests/reports/', import.meta.url));

/** The load runs of this checkout with their charts, as `npm run load` wrote them. */
export function addLoadRuns(app: FastifyInstance, places: Places): void {
  app.get<{ Params: { file?: string } }>('/load/:file?', async ({ params }, reply) => {
    const file = params.file || 'index.html';
    const found = /^[\w-]+\.html$/.test(file)
      ? await readFile(`${REPORTS}${file}`, 'utf8').catch(() => undefined)
      : undefined;
    if (found !== undefined) return sendPage(reply, found);
    if (file !== 'index.html') return reply.code(404).type('text/plain').send('There is no such report.');
    const body = html`<h1>Load runs</h1>${empty('No run yet. “npm run load -- smoke” takes a minute, and its charts stand here then.')}`;
    return sendPage(reply, page({ title: 'Load runs', body, places }));
  });
}
