import type { ErrorCode } from '@heartline/contracts';
import type { FastifyError, FastifyInstance } from 'fastify';
import { sendRefusal } from '../http/answer.ts';
import { UnsafeJson } from '../http/json-body.ts';

/** Error codes of requests that Fastify refuses before any handler runs. */
const FRAME_ERRORS: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'VALIDATION_FAILED',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'VALIDATION_FAILED',
  FST_ERR_BAD_URL: 'NOT_FOUND',
};

/**
 * Turns every thrown error into an error body without stack or message. An outage of a database answers 503, so that
 * clients try again; any other error is logged and answers 500.
 */
export function addErrorHandler(app: FastifyInstance, isOutage: (error: unknown) => boolean): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const code = codeOf(error, isOutage);
    const reqId = request.id;
    if (code === 'INTERNAL') request.log.error({ reqId, err: error }, 'unexpected');
    else if (code === 'UNAVAILABLE') request.log.warn({ reqId, reason: error.message }, 'unavailable');
    return sendRefusal(reply, request.locale, { code });
  });
}

function codeOf(error: FastifyError, isOutage: (error: unknown) => boolean): ErrorCode {
  if (error instanceof UnsafeJson) return 'VALIDATION_FAILED';
  if (isOutage(error)) return 'UNAVAILABLE';
  const known = FRAME_ERRORS[error.code];
  if (known) return known;
  const status = error.statusCode ?? 500;
  return status >= 400 && status < 500 ? 'VALIDATION_FAILED' : 'INTERNAL';
}
