import { type FastifyInstance, fastify } from 'fastify';
import { addFonts } from './page.ts';

/** A small server on 127.0.0.1 whose forms post plainly. Port 0 takes a free one. */
export function createPageServer(): FastifyInstance {
  const app = fastify({ forceCloseConnections: true, bodyLimit: 1_048_576 });
  addFonts(app);
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );
  return app;
}

/** Listens and answers the origin. */
export async function listen(app: FastifyInstance, port: number): Promise<string> {
  await app.listen({ host: '127.0.0.1', port });
  const address = app.server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`;
}
