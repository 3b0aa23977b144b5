import { ERROR_STATUS, type ErrorBody, type Locale, type Refusal } from '@heartline/contracts';
import { errorText } from '@heartline/i18n/server';
import type { FastifyReply } from 'fastify';

/**
 * Sends a refusal in the shape of every failing call, with its text in the caller’s language. The refusal of a limit says
 * after how many seconds to retry.
 */
export function sendRefusal(reply: FastifyReply, locale: Locale, refusal: Refusal): FastifyReply {
  const { code, values, fields } = refusal;
  const body: ErrorBody = {
    error: {
      code,
      message: errorText(locale, code, values),
      ...(values && { values }),
      ...(fields && { fields }),
    },
    ...(code === 'AUTHENTICATION_REQUIRED' && { authentication_required: true }),
  };
  if (code === 'RATE_LIMITED') void reply.header('retry-after', String(values?.['seconds'] ?? 1));
  return reply
    .code(ERROR_STATUS[code])
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(body);
}
