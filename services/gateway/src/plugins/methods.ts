import type { FastifyInstance } from 'fastify';
import { sendRefusal } from '../http/answer.ts';

/**
 * Answers 405 with `Allow` to a method that a known path does not have (RFC 9110, 15.5.6), before any body is read.
 * Register it before the routes: it learns their paths as they are added.
 */
export function addMethodGuard(app: FastifyInstance): void {
  const methodsOf = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const known = methodsOf.get(url) ?? new Set();
    for (const one of [method].flat()) known.add(one);
    methodsOf.set(url, known);
  });
  app.addHook('onRequest', (request, reply, done) => {
    const allowed = request.is404 ? methodsAt(methodsOf, request.url) : undefined;
    if (!allowed || allowed.has(request.method)) return done();
    void reply.header('allow', [...allowed].toSorted().join(', '));
    sendRefusal(reply, request.locale, { code: 'METHOD_NOT_ALLOWED' });
  });
}

/** The methods of a path. A wildcard counts only below a folder: `/*` of the web app knows no path by itself. */
function methodsAt(methodsOf: ReadonlyMap<string, ReadonlySet<string>>, address: string) {
  const path = address.split('?', 1)[0] ?? '';
  const folder = `/${path.split('/', 2)[1]}/*`;
  return methodsOf.get(path) ?? (path.length >= folder.length ? methodsOf.get(folder) : undefined);
}
