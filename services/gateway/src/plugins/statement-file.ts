import { STATEMENT_FILE_PATH } from '@heartline/contracts';
import { isTagOf, isTimeZone } from '@heartline/domain';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../app-deps.ts';
import { sendRefusal } from '../http/answer.ts';
import { sessionOf } from '../http/session.ts';
import { withinLimit } from '../http/within-limit.ts';

/**
 * The credits statement as a table, streamed while it is read. For the member it belongs to, in the language, the
 * region and the time zone of their page, or the zone of the site where the page tells none; nothing on the way keeps a
 * copy. Each reads a whole history, so there is a limit.
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
