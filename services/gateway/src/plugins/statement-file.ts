import { STATEMENT_FILE_PATH } from '@heartline/contracts';
import { isTagOf, isTimeZone } from '@heartline/domain';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../app-deps.ts';
import { sendRefusal } from '../http/answer.ts';
import { sessionOf } from '../http/session.ts';
import { withinLimit } from '../http/within-limit.ts';

/**
 * Streams the credits statement as a table to its member. Language, region and time zone are those of the page; the zone
 * of the site is the default. Caches must not store it, and a limit applies, since each file reads a whole history.
 */
export function addStatementFile(app: FastifyInstance, { core, limits }: AppDeps): void {
  app.get<{ Querystring: { zone?: unknown; format?: unknown } }>(
    STATEMENT_FILE_PATH,
    async (request, reply) => {
      const opened = await sessionOf({ core, limits }, request);
      if (!opened.ok) return sendRefusal(reply, request.locale, opened.refusal);
      const session = opened.value;
      if (session?.status !== 'active') return sendRefusal(reply, request.locale, { code: 'NOT_FOUND' });
      const allowed = await withinLimit({ limits }, 'download', session.member);
      if (!allowed.ok) return sendRefusal(reply, request.locale, allowed.refusal);
      const { settings } = await core.site.settingsOf(session.site);
      const { locale, query } = request;
      const as = {
        locale,
        zone: typeof query.zone === 'string' && isTimeZone(query.zone) ? query.zone : settings.time_zone,
        format: typeof query.format === 'string' && isTagOf(locale, query.format) ? query.format : locale,
      };
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="credits.csv"')
        .header('cache-control', 'private, no-store')
        .send(core.credits.statementFile(session.member, as));
    },
  );
}
