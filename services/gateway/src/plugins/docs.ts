import { createReadStream } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';

/** The generated document; `packages/testing/src/reference` makes it. */
const OPENAPI = fileURLToPath(new URL('../../../../infra/reference/openapi.json', import.meta.url));

/** `/docs/openapi.json`, for whoever develops against the calls. Not registered in production. */
export function addDocs(app: FastifyInstance): void {
  app.get('/docs/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(createReadStream(OPENAPI)),
  );
}
