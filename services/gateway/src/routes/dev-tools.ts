import { CONSTANTS, locale } from '@heartline/contracts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { sessionCookies } from '../http/cookies.ts';

const query = z.strictObject({
  session: z.string().min(20).max(100),
  device: z.string().min(20).max(100),
  language: locale,
  /** Only an address of this site: `//elsewhere` leads away. */
  to: z.string().regex(/^\/(?![/\\])/),
});

const operatorQuery = z.strictObject({
  session: z.string().min(20).max(100),
  device: z.string().min(20).max(100),
  language: locale,
  expires: z.coerce.number().int().positive(),
});

/**
 * `/dev/sign-in`, and `/dev/sign-in-operator`: turns a session that the dev hub made into cookies of this host. Registered only with DEV_TOOLS,
 * which production refuses; it believes only secrets that stand in the store.
 */
export function addDevTools(app: FastifyInstance): void {
  app.get('/dev/sign-in', async (request, reply) => {
    const asked = query.safeParse(request.query);
    if (!asked.success) return reply.callNotFound();
    const { session, device, language, to } = asked.data;
    sessionCookies(request, reply).start({ session, device });
    reply.setCookie(CONSTANTS.languageCookie, language, { path: '/', secure: true, sameSite: 'lax' });
    return reply.header('cache-control', 'no-store').redirect(to, 303);
  });
  app.get('/dev/sign-in-operator', async (request, reply) => {
    const asked = operatorQuery.safeParse(request.query);
    if (!asked.success) return reply.callNotFound();
    const { session, device, language, expires } = asked.data;
    sessionCookies(request, reply).startOperator({ session, device, expiresAt: expires });
    reply.setCookie(CONSTANTS.languageCookie, language, { path: '/', secure: true, sameSite: 'lax' });
    return reply.header('cache-control', 'no-store').redirect('/operator', 303);
  });
}
