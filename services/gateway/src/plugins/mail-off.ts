import { MAIL_OFF_PATH } from '@heartline/contracts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AppDeps } from '../app-deps.ts';
import { sendRefusal } from '../http/answer.ts';
import { networkOf } from '../http/network.ts';
import { withinLimit } from '../http/within-limit.ts';

type Query = { Querystring: { t?: unknown } };

/** The page holds one form and its own looks, and may do nothing else. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/**
 * Serves the signed link that turns off a kind of mail. A mail program posts to it directly (RFC 8058); a person gets a
 * page with a question first. It uses no cookie, so the signed-in member and the posting page don’t matter.
 */
export function addMailOff(app: FastifyInstance, { core, limits }: AppDeps): void {
  void app.register(async (scope) => {
    // The body has no information beyond the address.
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'buffer' },
      async () => undefined,
    );
    scope.get<Query>(MAIL_OFF_PATH, async (request, reply) => {
      const page = await core.notifications.mailOffPage(tokenOf(request.query));
      return page ? sendHtml(reply, page) : sendRefusal(reply, request.locale, { code: 'NOT_FOUND' });
    });
    scope.post<Query>(MAIL_OFF_PATH, async (request, reply) => {
      const allowed = await withinLimit({ limits }, 'write', networkOf(request.ip));
      if (!allowed.ok) return sendRefusal(reply, request.locale, allowed.refusal);
      const token = tokenOf(request.query);
      const isOff = await core.notifications.turnMailOff(token);
      const page = isOff ? await core.notifications.mailOffPage(token, true) : undefined;
      return page ? sendHtml(reply, page) : sendRefusal(reply, request.locale, { code: 'NOT_FOUND' });
    });
  });
}

function tokenOf({ t }: { t?: unknown }): string {
  return typeof t === 'string' ? t : '';
}

function sendHtml(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'private, no-store')
    .header('content-security-policy', POLICY)
    .header('referrer-policy', 'no-referrer')
    .send(page);
}
