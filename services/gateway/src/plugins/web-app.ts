import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import fastifyStatic from '@fastify/static';
import { isPage, ONE_TIME_SECRET } from '@heartline/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendRefusal } from '../http/answer.ts';
import { sendManifest, sendPage } from './page.ts';

/**
 * Serves the built web app. Files under `/assets/` carry a hash in their name and never change; the page itself and
 * the service worker are asked for again each time. Every page is the app, which routes by itself; an address that is
 * no page is answered with 404.
 */
export async function addWebApp(app: FastifyInstance, webDir: string | undefined): Promise<void> {
  const hasApp = webDir !== undefined;
  if (hasApp) {
    if (!existsSync(join(webDir, 'index.html')))
      throw new Error(
        `WEB_DIR, ${webDir}, has no index.html. Fix: npm run build, or change or unset WEB_DIR.`,
      );
    await app.register(fastifyStatic, {
      root: webDir,
      preCompressed: true,
      cacheControl: false,
      index: false,
      setHeaders: (reply, path) => {
        const immutable = relative(webDir, path).startsWith('assets/');
        reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  const answerPage = (request: FastifyRequest, reply: FastifyReply, status: 200 | 404) => {
    request.isPage = true;
    if (isSecret(pathOf(request))) void reply.header('referrer-policy', 'no-referrer');
    return sendPage(app, join(webDir ?? '', 'index.html'), request, reply.code(status));
  };
  if (hasApp) {
    app.get('/', (request, reply) => answerPage(request, reply, 200));
    app.get(MANIFEST, (request, reply) => sendManifest(app, join(webDir, MANIFEST), request, reply));
  }
  app.setNotFoundHandler((request, reply) => {
    if (hasApp && isRead(request)) {
      if (isPage(pathOf(request))) return answerPage(request, reply, 200);
      // The app says in the person's language that there is no such page.
      if (isOpenedByPerson(request)) return answerPage(request, reply, 404);
    }
    return sendRefusal(reply, request.locale, { code: 'NOT_FOUND' });
  });
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? '';

const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';

/** A browser shows the answer as a page. Anything else asks for a file or a call, which it expects as it is. */
function isOpenedByPerson(request: FastifyRequest): boolean {
  const wantsHtml = request.headers.accept?.includes('text/html') ?? false;
  return wantsHtml && !/^\/(api|media|health|assets)\//.test(pathOf(request));
}

/** A one-time link, as a query or as the whole address: it must not travel on to another page. */
function isSecret(path: string): boolean {
  return ONE_TIME_SECRET.test(path.slice(1)) || SECRET_PAGES.has(path);
}

const SECRET_PAGES = new Set(['/activate', '/reset-password/do', '/mail-change/do']);

const MANIFEST = '/manifest.webmanifest';
