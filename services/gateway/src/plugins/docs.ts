import { CALLS } from '@heartline/contracts/registry';
import type { FastifyInstance } from 'fastify';
import { buildOpenApi } from '../docs/openapi.ts';

/** `/docs/openapi.json`, for whoever develops against the calls. Not registered in production. */
export function addDocs(app: FastifyInstance): void {
  const page = buildOpenApi(CALLS);
  app.get('/docs/openapi.json', async () => page);
}
