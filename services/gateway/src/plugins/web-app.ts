import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendRefusal } from '../http/answer.ts';
import { sendManifest, sendPage } from './page.ts';

/**
 * Serves the built web app. Files under `/assets/` carry a hash in their name and never change; the page itself and
 * the service worker are asked for again each time. Every other address of a page is the app, which routes by itself.
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
  const answerPage = (request: FastifyRequest, reply: FastifyReply) => {
    request.isPage = true;
    if (SECRET_PAGE.test(request.url)) void reply.header('referrer-policy', 'no-referrer');
    return sendPage(app, join(webDir ?? '', 'index.html'), request, reply);
  };
  if (hasApp) {
    app.get('/', answerPage);
    app.get(MANIFEST, (request, reply) => sendManifest(app, join(webDir, MANIFEST), request, reply));
  }
  app.setNotFoundHandler((request, reply) => {
    if (hasApp && isPage(request)) return answerPage(request, reply);
    return sendRefusal(reply, request.locale, { code: 'NOT_FOUND' });
  });
}

const MANIFEST = '/manifest.webmanifest';

/** A person’s browser asks for an address of the app, rather than for a file or a call. */
function isPage(request: FastifyRequest): boolean {
  const path = request.url.split('?', 1)[0] ?? '';
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const wantsHtml = request.headers.accept?.includes('text/html') ?? false;
  return isRead && wantsHtml && !/^\/(api|media|health|assets)\//.test(path);
}

/** A one-time link, as a query or as the whole address: it must not travel on to another page. */
const SECRET_PAGE = /^\/(?:activate|reset-password\/do|mail-change\/do|[\w-]{43})(?:\?|$)/;
