import { CHAT_PHOTO_PREFIX, type SessionInfo, VISITOR } from '@heartline/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppDeps } from '../app-deps.ts';
import { sendRefusal } from '../http/answer.ts';
import { OPERATOR_COOKIE } from '../http/cookies.ts';
import { sessionOf } from '../http/session.ts';

/**
 * `/media/…`: pictures of members, by addresses signed for the viewer who asks. Everything else is the same 404.
 */
export function addMedia(app: FastifyInstance, { core }: AppDeps): void {
  app.get<{ Params: { '*': string } }>('/media/*', async (request, reply) => {
    const session = await sessionOf(core, request);
    const viewer = (await eyesOf(core, request)) ?? (session ? viewerOf(session) : VISITOR);
    const address = request.params['*'];
    if (viewer && address.startsWith(CHAT_PHOTO_PREFIX))
      return answerWith(request, reply, await core.messaging.chatPhotoFile(viewer, address));
    const photo = viewer && (await core.profiles.photoFile(viewer, address));
    if (!photo) return sendRefusal(reply, request.locale, { code: 'NOT_FOUND' });
    return reply
      .type('image/webp')
      .header('cache-control', `private, max-age=${photo.maxAgeSeconds}, immutable`)
      .send(photo.bytes);
  });
}

/**
 * A photo of a chat. Browsers keep it and ask each time whether they may still show it: it can be taken back, and is
 * gone after a block.
 */
function answerWith(
  request: FastifyRequest,
  reply: FastifyReply,
  photo: { bytes: Buffer; tag: string } | undefined,
) {
  if (!photo) return sendRefusal(reply, request.locale, { code: 'NOT_FOUND' });
  reply.header('cache-control', 'private, no-cache').header('etag', photo.tag);
  if (request.headers['if-none-match'] === photo.tag) return reply.code(304).send();
  return reply.type('image/webp').send(photo.bytes);
}

/**
 * The fictional profile whose eyes an operator asks to look with (`?for=`): one of their own site. Its addresses are
 * signed for it, so it shows what it could see and nothing else.
 */
async function eyesOf(core: AppDeps['core'], request: FastifyRequest): Promise<string | undefined> {
  const { for: profile } = request.query as { for?: unknown };
  const secret = request.cookies[OPERATOR_COOKIE];
  if (typeof profile !== 'string' || !secret) return undefined;
  const [operator, standing] = await Promise.all([
    core.accounts.operators.authenticate(secret),
    core.profiles.standingOf(profile),
  ]);
  return operator && standing?.fictional && standing.site === operator.site ? profile : undefined;
}

function viewerOf({ status, member }: SessionInfo): string | undefined {
  return status === 'active' || status === 'not_confirmed' ? member : undefined;
}
