import { CONSTANTS, type Locale, locale } from '@heartline/contracts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { sessionCookies } from '../http/cookies.ts';

const session = {
  session: z.string().min(20).max(100),
  device: z.string().min(20).max(100),
  language: locale,
};
/** Only an address of this site that fits a header: `//elsewhere` leads away, also with a tab between the slashes. */
const query = z.strictObject({ ...session, to: z.string().regex(/^\/(?![/\\])[!-~]*$/) });
const operatorQuery = z.strictObject({
  ...session,
  expires: z.coerce.number().int().positive(),
  to: z.enum(['/operator', '/operator/landers']),
});

/**
 * `/dev/sign-in` and `/dev/sign-in-operator` turn a session that the dev hub made into cookies of this host. Registered
 * only with DEV_TOOLS, which production refuses; they believe only secrets that stand in the store.
 */
export function addDevTools(app: FastifyInstance): void {
  app.get('/dev/sign-in', async (request, reply) => {
    const asked = query.safeParse(request.query);
    if (!asked.success) return reply.callNotFound();
    const { language, to, ...secrets } = asked.data;
    sessionCookies(request, reply).start(secrets);
    return enter(reply, language, to);
  });
  app.get('/dev/sign-in-operator', async (request, reply) => {
    const asked = operatorQuery.safeParse(request.query);
    if (!asked.success) return reply.callNotFound();
    const { language, to, expires: expiresAt, ...secrets } = asked.data;
    sessionCookies(request, reply).startOperator({ ...secrets, expiresAt });
    return enter(reply, language, to);
  });
}

function enter(reply: FastifyReply, language: Locale, to: string): FastifyReply {
  reply.setCookie(CONSTANTS.languageCookie, language, { path: '/', secure: true, sameSite: 'lax' });
  return reply.header('cache-control', 'no-store').redirect(to, 303);
}
