import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import fastifyStatic from '@fastify/static';
import { ONE_TIME_SECRET } from '@heartline/contracts';
import { isOutage } from '@heartline/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppDeps } from '../app-deps.ts';
import { sendRefusal } from '../http/answer.ts';
import { sendMoved } from '../http/moved.ts';
import { isOpenedByPerson } from '../http/opened-by-person.ts';
import { pathOf, readPageAddress, type ShownPage } from '../http/page-address.ts';
import { type PageDeps, sendBarePage, sendManifest, sendPage } from './page.ts';
import { addPlainSignUp } from './plain-sign-up.ts';
import { loadServedPages } from './served-pages.ts';

/**
 * Serves the built web app. Files under `/assets/` carry a hash in their name and never change; the page itself and
 * the service worker are asked for again each time. An unknown address is answered with 404, and another address of a
 * page with a redirect.
 */
export async function addWebApp(app: FastifyInstance, { core, config }: Pick<AppDeps, 'core' | 'config'>) {
  const { webDir } = config;
  if (webDir === undefined) return app.setNotFoundHandler(refuse);
  await addFiles(app, webDir);
  const deps: PageDeps = {
    app,
    core,
    config,
    file: join(webDir, 'index.html'),
    served: await loadServedPages(webDir),
  };
  const answerPage = (shown: ShownPage, request: FastifyRequest, reply: FastifyReply) => {
    if (isSecret(pathOf(request))) void reply.header('referrer-policy', 'no-referrer');
    return sendPage(deps, shown, request, reply);
  };
  const readPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const { settings } = await core.site.settingsFor(request.hostname);
    const address = readPageAddress(pathOf(request), settings);
    if (address.kind === 'moved') return sendMoved(request, reply, address.to);
    if (address.kind === 'page') return answerPage(address, request, reply);
    // The app says in the person's language that there is no such page.
    return isOpenedByPerson(request) ? answerPage(undefined, request, reply) : refuse(request, reply);
  };
  const answerRead = (request: FastifyRequest, reply: FastifyReply) =>
    readPage(request, reply).catch((error: unknown) => {
      if (!isOutage(error) || !isOpenedByPerson(request)) throw error;
      return sendBarePage(deps, request, reply);
    });
  app.get('/', answerRead);
  addPlainSignUp(app, answerRead, async (email, request, reply) => {
    const { settings } = await core.site.settingsFor(request.hostname);
    const address = readPageAddress(pathOf(request), settings);
    return address.kind === 'page'
      ? answerPage({ ...address, email }, request, reply)
      : refuse(request, reply);
  });
  app.get(MANIFEST, (request, reply) => sendManifest(deps, join(webDir, MANIFEST), request, reply));
  app.setNotFoundHandler((request, reply) =>
    isRead(request) ? answerRead(request, reply) : refuse(request, reply),
  );
}

/** Serves the files of the built app. */
async function addFiles(app: FastifyInstance, webDir: string): Promise<void> {
  if (!existsSync(join(webDir, 'index.html')))
    throw new Error(`WEB_DIR, ${webDir}, has no index.html. Fix: npm run build, or change or unset WEB_DIR.`);
  await app.register(fastifyStatic, {
    root: webDir,
    preCompressed: true,
    // Code for this process.
    allowedPath: (path) => !path.startsWith('/served/'),
    cacheControl: false,
    index: false,
    setHeaders: (reply, path) => {
      const immutable = relative(webDir, path).startsWith('assets/');
      reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}

const refuse = (request: FastifyRequest, reply: FastifyReply) =>
  sendRefusal(reply, request.locale, { code: 'NOT_FOUND' });

const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';

/** A one-time link, as a query or as the whole address: it must not travel on to another page. */
function isSecret(path: string): boolean {
  return ONE_TIME_SECRET.test(path.slice(1)) || SECRET_PAGES.has(path);
}

const SECRET_PAGES = new Set(['/activate', '/reset-password/do', '/mail-change/do']);

const MANIFEST = '/manifest.webmanifest';
