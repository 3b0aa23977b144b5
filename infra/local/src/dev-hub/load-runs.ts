import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { html } from '../pages/html.ts';
import { bar, empty, type Places, page, sendPage } from '../pages/page.ts';
import { STYLE } from '../pages/style.ts';

/** The folder of the reports of `npm run load`. */
const REPORTS = fileURLToPath(new URL('../../../../load-tests/reports/', import.meta.url));

/** The load runs of this checkout with their charts, as `npm run load` wrote them, below the bar of the dev hub. */
export function addLoadRuns(app: FastifyInstance, places: Places): void {
  app.get<{ Params: { file?: string } }>('/load/:file?', async ({ params }, reply) => {
    const file = params.file || 'index.html';
    const found = /^[\w-]+\.html$/.test(file)
      ? await readFile(`${REPORTS}${file}`, 'utf8').catch(() => undefined)
      : undefined;
    if (found !== undefined) return sendPage(reply, belowBar(found, places));
    if (file !== 'index.html') return reply.code(404).type('text/plain').send('There is no such report.');
    const body = html`<h1>Load runs</h1>${empty('No run yet. “npm run load -- smoke” takes a minute. Its charts will appear here.')}`;
    return sendPage(reply, page({ title: 'Load runs', body, places, current: 'load' }));
  });
}

/** A stored report, which also opens alone, with the fonts and the bar of the dev hub. */
function belowBar(report: string, places: Places): string {
  return report
    .replace('<style>', () => `<style>${STYLE}</style><style>`)
    .replace('<body>', () => `<body>${bar(places, 'load').text}`);
}
