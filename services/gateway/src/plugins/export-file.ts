import { EXPORT_FILE_PATH } from '@heartline/contracts';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../app-deps.ts';
import { sendRefusal } from '../http/answer.ts';
import { sessionOf } from '../http/session.ts';
import { withinLimit } from '../http/within-limit.ts';

/**
 * The archive of a member, for the session that asked for it, while its day lasts. Everybody else, and everything
 * else, gets the same 404; nothing on the way keeps a copy. Each reads a whole archive, so there is a limit, which the
 * statement as a table shares.
 */
export function addExportFile(app: FastifyInstance, { core, limits }: AppDeps): void {
  app.get(EXPORT_FILE_PATH, async (request, reply) => {
    const opened = await sessionOf({ core, limits }, request);
    if (!opened.ok) return sendRefusal(reply, request.locale, opened.refusal);
    const session = opened.value;
    const isOpen = session?.status === 'active' || session?.status === 'not_confirmed';
    if (!session || !isOpen) return sendRefusal(reply, request.locale, { code: 'NOT_FOUND' });
    const allowed = await withinLimit({ limits }, 'download', session.member);
    if (!allowed.ok) return sendRefusal(reply, request.locale, allowed.refusal);
    const file = await core.accounts.exportFile(session);
    if (!file) return sendRefusal(reply, request.locale, { code: 'NOT_FOUND' });
    return reply
      .type('application/zip')
      .header('content-disposition', 'attachment; filename="my-data.zip"')
      .header('content-length', file.sizeBytes)
      .header('cache-control', 'private, no-store')
      .send(file.stream);
  });
}
