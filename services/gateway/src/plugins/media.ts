import { ok, type Result } from '@heartline/contracts';
import { CHAT_PHOTO_PREFIX, type SessionInfo, VISITOR } from '@heartline/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppDeps } from '../app-deps.ts';
import { sendRefusal } from '../http/answer.ts';
import { networkOf } from '../http/network.ts';
import { operatorOf, sessionOf } from '../http/session.ts';
import { withinLimit } from '../http/within-limit.ts';

/**
 * `/media/…`: pictures of members, by addresses signed for the viewer who asks. Everything else is the same 404. Counted
 * by member, and by network of who is none.
 */
export function addMedia(app: FastifyInstance, deps: AppDeps): void {
  app.get<{ Params: { '*': string } }>('/media/*', async (request, reply) => {
    const { core } = deps;
    const session = await sessionOf(deps, request);
    if (!session.ok) return sendRefusal(reply, request.locale, session.refusal);
    const eyes = await eyesOf(deps, request);
    if (!eyes.ok) return sendRefusal(reply, request.locale, eyes.refusal);
    const allowed = await withinLimit(deps, 'media', session.value?.member ?? networkOf(request.ip));
    if (!allowed.ok) return sendRefusal(reply, request.locale, allowed.refusal);
    const viewer = eyes.value ?? (session.value ? viewerOf(session.value) : VISITOR);
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
async function eyesOf(deps: AppDeps, request: FastifyRequest): Promise<Result<string | undefined>> {
  const { for: profile } = request.query as { for?: unknown };
  if (typeof profile !== 'string') return ok(undefined);
  const [operator, standing] = await Promise.all([
    operatorOf(deps, request),
    deps.core.profiles.standingOf(profile),
  ]);
  if (!operator.ok) return operator;
  const isTheirs = standing?.fictional && standing.site === operator.value?.site;
  return ok(isTheirs ? profile : undefined);
}

function viewerOf({ status, member }: SessionInfo): string | undefined {
  return status === 'active' || status === 'not_confirmed' ? member : undefined;
}
