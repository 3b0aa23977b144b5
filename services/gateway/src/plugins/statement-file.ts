import { STATEMENT_FILE_PATH } from '@heartline/contracts';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../app.ts';
import { sendRefusal } from '../http/answer.ts';
import { sessionOf } from '../http/session.ts';

/**
 * The credits statement as a table, streamed while it is read. For the member it belongs to, in the language of their
 * page; nothing on the way keeps a copy.
 */
export function addStatementFile(app: FastifyInstance, { core }: AppDeps): void {
  app.get(STATEMENT_FILE_PATH, async (request, reply) => {
    const session = await sessionOf(core, request);
    if (session?.status !== 'active') return sendRefusal(reply, request.locale, { code: 'NOT_FOUND' });
    const { settings } = await core.site.settingsOf(session.site);
    const as = { locale: request.locale, zone: settings.time_zone };
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="credits.csv"')
      .header('cache-control', 'private, no-store')
      .send(core.credits.statementFile(session.member, as));
  });
}
