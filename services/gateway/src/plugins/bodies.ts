import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseJsonBody } from '../http/json-body.ts';

/** Fastify hands parameters on in quotes. */
const JSON_ONLY = /^application\/json(?:; ?charset="?utf-8"?)?$/i;

/** Bodies are JSON, said so exactly, and nothing else. */
export function addBodyParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>(
    JSON_ONLY,
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => (body.length === 0 ? undefined : parseJsonBody(body)),
  );
}

/** No provider’s notice is longer. */
const RAW_BYTES = 262_144;

/** Bodies of any type as their bytes, since each provider proves its own in its own way. */
export function addRawParser(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser<Buffer>(
    '*',
    { parseAs: 'buffer', bodyLimit: RAW_BYTES },
    async (_request: FastifyRequest, body: Buffer) => body,
  );
}
