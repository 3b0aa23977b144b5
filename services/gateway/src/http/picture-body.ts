import { Readable } from 'node:stream';
import { type CallContract, ok, PHOTO_BYTES, PHOTO_PIXELS, type Result, refuse } from '@heartline/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Content types of pictures. The decoder checks the content. */
const PICTURE = /^(?:image\/[\w.+-]+|application\/octet-stream)$/i;

/** Lets bodies through that are pictures, unread: nothing is taken in for somebody who may not send it. */
export function addPictureParser(scope: FastifyInstance): void {
  scope.addContentTypeParser(PICTURE, (_request, payload, done) => done(null, payload));
  // Consume an unread body, or the answer would not arrive.
  scope.addHook('onSend', async (request) => {
    if (request.body instanceof Readable) request.body.resume();
  });
}

/** The picture of a call that wants one. Its length must be said, so that too much is refused before it is sent. */
export function pictureOf(contract: CallContract, request: FastifyRequest): Result<Readable | undefined> {
  const isPicture = request.body instanceof Readable;
  if (isPicture !== (contract.body === 'picture')) return refuse('UNSUPPORTED_MEDIA_TYPE');
  if (!isPicture) return ok(undefined);
  const length = Number(request.headers['content-length'] ?? Number.NaN);
  if (!Number.isSafeInteger(length)) return refuse('VALIDATION_FAILED');
  const values = { megabytes: PHOTO_BYTES / 1024 / 1024, megapixels: PHOTO_PIXELS / 1_000_000 };
  return length > PHOTO_BYTES ? refuse('PHOTO_TOO_LARGE', { values }) : ok(request.body as Readable);
}
