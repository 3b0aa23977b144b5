import { type SessionInfo, VISITOR } from '@heartline/core';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../app.ts';
import { sendRefusal } from '../http/answer.ts';
import { SESSION_COOKIE } from '../http/cookies.ts';

/**
 * `/media/…`: pictures of members, by addresses signed for the viewer who asks. Everything else is the same 404.
 */
export function addMedia(app: FastifyInstance, { core }: AppDeps): void {
  app.get<{ Params: { '*': string } }>('/media/*', async (request, reply) => {
    const secret = request.cookies[SESSION_COOKIE];
    const session = secret ? await core.accounts.authenticate(secret) : undefined;
    const viewer = session ? viewerOf(session) : VISITOR;
    const photo = viewer && (await core.profiles.photoFile(viewer, request.params['*']));
    if (!photo) return sendRefusal(reply, request.locale, { code: 'NOT_FOUND' });
    return reply
      .type('image/webp')
      .header('cache-control', `private, max-age=${photo.maxAgeSeconds}, immutable`)
      .send(photo.bytes);
  });
}

function viewerOf({ status, member }: SessionInfo): string | undefined {
  return status === 'active' || status === 'not_confirmed' ? member : undefined;
}
