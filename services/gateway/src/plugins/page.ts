import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { getSettings, settingsQueryOf } from '@heartline/contracts';
import { escapeHtml } from '@heartline/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_COOKIE } from '../http/cookies.ts';
import { firstFileLinks, type SiteLanguage } from './first-files.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** The settings embedded in the page: the call the page would make, and its answer. */
interface Served {
  call: string;
  answer: { settings: SiteLanguage & { name: string; index_title: string; description: string } };
}

/**
 * Answers with the page. It embeds the settings of its site, so that the page needs no call for them (S7-024), and links
 * to the files of its screen. A page without them, such as a cached one, makes the call itself.
 */
export async function sendPage(
  app: FastifyInstance,
  file: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [html, served] = await Promise.all([readFile(file, 'utf8'), settingsFor(app, request)]);
  const links = await firstFileLinks(file, request, served?.answer.settings ?? {});
  const page = forVisitor(request, html).replace('</head>', () => `${links}</head>`);
  const body = Buffer.from(served ? withSettings(page, served) : page);
  const accepted = request.headers['accept-encoding'] ?? '';
  void reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'private, no-cache')
    .header('vary', 'accept-encoding, cookie');
  if (/\bbr\b/.test(accepted)) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };
    return reply.header('content-encoding', 'br').send(await brotli(body, { params }));
  }
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(await gzipped(body));
  return reply.send(body);
}

/** Says to the app that nobody is signed in, so that it does not ask who is. */
function forVisitor({ cookies }: FastifyRequest, html: string): string {
  return cookies[SESSION_COOKIE] ? html : html.replace('<html', '<html data-visitor');
}

/** Answers with the installable app’s manifest under the name of the site it is asked on. */
export async function sendManifest(
  app: FastifyInstance,
  file: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [built, served] = await Promise.all([readFile(file, 'utf8'), settingsFor(app, request)]);
  const site = served?.answer.settings;
  const names = site && { name: site.name, short_name: site.name, description: site.description };
  return reply
    .type('application/manifest+json')
    .header('cache-control', 'private, no-cache')
    .header('vary', 'cookie')
    .send(JSON.stringify({ ...(JSON.parse(built) as object), ...names }));
}

/** The settings call of a page; its host and query make it (S7-020, S7-021). */
function settingsCall(request: FastifyRequest): string {
  const [, query = ''] = request.url.split('?', 2);
  const asked = settingsQueryOf(request.hostname, new URLSearchParams(query));
  return `${getSettings.path}?${new URLSearchParams(asked).toString()}`;
}

/** The answer the visitor's own call would get: same host, cookies and address, through the same limits and log. */
async function settingsFor(app: FastifyInstance, request: FastifyRequest): Promise<Served | undefined> {
  const call = settingsCall(request);
  const { host, cookie, 'x-forwarded-for': forwarded } = request.headers;
  const answer = await app.inject({
    method: 'GET',
    url: call,
    remoteAddress: request.socket.remoteAddress ?? '127.0.0.1',
    headers: {
      ...(host && { host }),
      ...(cookie && { cookie }),
      ...(forwarded && { 'x-forwarded-for': forwarded }),
    },
  });
  return answer.statusCode === 200 ? { call, answer: answer.json() } : undefined;
}

function withSettings(html: string, served: Served): string {
  const { name, index_title: title, description } = served.answer.settings;
  // In a script element nothing but its end tag could end it early.
  const json = JSON.stringify(served).replaceAll('<', '\\u003c');
  const about = description ? `<meta name="description" content="${escapeHtml(description)}" />` : '';
  return html.replace(
    /<title>[^<]*<\/title>/,
    () =>
      `<title>${escapeHtml(title || name)}</title>${about}<script type="application/json" id="settings">${json}</script>`,
  );
}
