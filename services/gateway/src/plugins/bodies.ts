import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseJsonBody } from '../http/json-body.ts';

/** Fastify hands parameters on in quotes. */
const JSON_ONLY = /^application\/json(?:; ?charset="?utf-8"?)?$/i;

/** Bodies are JSON, said so exactly, and nothing else. The raw bytes stay for signatures. */
export function addBodyParser(app: FastifyInstance): void {
  app.decorateRequest('rawBody', null as unknown as Buffer);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>(
    JSON_ONLY,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      request.rawBody = body;
      return body.length === 0 ? undefined : parseJsonBody(body);
    },
  );
}

declare module 'fastify' {
  interface FastifyRequest {
    rawBody: Buffer;
  }
}
