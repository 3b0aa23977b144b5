import { EXPORT_FILE_PATH } from '@heartline/contracts';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../app-deps.ts';
import { sendRefusal } from '../http/answer.ts';
import { sessionOf } from '../http/session.ts';

/**
 * The archive of a member, for the session that asked for it, while its day lasts. Everybody else, and everything
 * else, gets the same 404; nothing on the way keeps a copy.
 */
export function addExportFile(app: FastifyInstance, { core, limits }: AppDeps): void {
  app.get(EXPORT_FILE_PATH, async (request, reply) => {
    const opened = await sessionOf({ core, limits }, request);
    if (!opened.ok) return sendRefusal(reply, request.locale, opened.refusal);
    const session = opened.value;
    const isOpen = session?.status === 'active' || session?.status === 'not_confirmed';
    const file = session && isOpen ? await core.accounts.exportFile(session) : undefined;
    if (!file) return sendRefusal(reply, request.locale, { code: 'NOT_FOUND' });
    return reply
      .type('application/zip')
      .header('content-disposition', 'attachment; filename="my-data.zip"')
      .header('content-length', file.sizeBytes)
      .header('cache-control', 'private, no-store')
      .send(file.stream);
  });
}
