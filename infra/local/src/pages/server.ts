import { type FastifyInstance, fastify } from 'fastify';
import { addFonts } from './page.ts';

/** A small server on 127.0.0.1 whose forms post plainly. Port 0 takes a free one. */
export function createPageServer(): FastifyInstance {
  const app = fastify({ forceCloseConnections: true, bodyLimit: 1_048_576 });
  app.addHook('onRequest', async ({ hostname }, reply) => {
    if (!isOfThisMachine(hostname))
      return reply.code(421).type('text/plain').send('This page answers at localhost and 127.0.0.1 only.');
  });
  addFonts(app);
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );
  return app;
}

/**
 * True if a request names this machine. Otherwise a foreign page whose name leads here (DNS rebinding) could read these
 * pages and press their buttons.
 */
function isOfThisMachine(hostname: string): boolean {
  return /^(?:localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/i.test(hostname);
}

/** Listens and answers the origin. */
export async function listen(app: FastifyInstance, port: number): Promise<string> {
  await app.listen({ host: '127.0.0.1', port });
  const address = app.server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`;
}
