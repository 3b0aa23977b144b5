import { ok, type Result } from '@heartline/contracts';
import { CHAT_PHOTO_PREFIX, type OperatorSession, type SessionInfo, VISITOR } from '@heartline/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppDeps } from '../app-deps.ts';
import { sendRefusal } from '../http/answer.ts';
import { networkOf } from '../http/network.ts';
import { operatorOf, sessionOf } from '../http/session.ts';
import { withinLimit } from '../http/within-limit.ts';

/**
 * `/media/…`: pictures of members, by addresses signed for the viewer who asks. Everything else is the same 404. Counted
 * by operator or member, and by network of who is neither.
 */
export function addMedia(app: FastifyInstance, deps: AppDeps): void {
  app.get<{ Params: { '*': string } }>('/media/*', async (request, reply) => {
    const { core } = deps;
    const eyes = await countedEyes(deps, request);
    if (!eyes.ok) return sendRefusal(reply, request.locale, eyes.refusal);
    const viewer = eyes.value;
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

/** With whose eyes is looked, once that was counted; undefined where nobody may look. */
async function countedEyes(deps: AppDeps, request: FastifyRequest): Promise<Result<string | undefined>> {
  const session = await sessionOf(deps, request);
  if (!session.ok) return session;
  const inboxOperator = await inboxOperatorOf(deps, request);
  if (!inboxOperator.ok) return inboxOperator;
  const asker = inboxOperator.value?.operator ?? session.value?.member ?? networkOf(request.ip);
  const allowed = await withinLimit(deps, 'media', asker);
  if (!allowed.ok) return allowed;
  const eyes = inboxOperator.value && (await eyesOf(deps, inboxOperator.value));
  return ok(eyes ?? (session.value ? viewerOf(session.value) : VISITOR));
}

type InboxOperator = Pick<OperatorSession, 'operator' | 'site'> & { profile: string };

/** The operator who asks to look with the eyes of a profile (`?for=`), and of which. */
async function inboxOperatorOf(
  deps: AppDeps,
  request: FastifyRequest,
): Promise<Result<InboxOperator | undefined>> {
  const { for: profile } = request.query as { for?: unknown };
  if (typeof profile !== 'string') return ok(undefined);
  const session = await operatorOf(deps, request);
  if (!session.ok) return session;
  return ok(session.value && { ...session.value, profile });
}

/**
 * That profile, where it is a fictional one of the operator's own site. Its addresses are signed for it, so it shows what
 * it could see and nothing else.
 */
async function eyesOf({ core }: AppDeps, { profile, site }: InboxOperator): Promise<string | undefined> {
  const status = await core.profiles.statusOf(profile);
  return status?.fictional && status.site === site ? profile : undefined;
}

function viewerOf({ status, member }: SessionInfo): string | undefined {
  return status === 'active' || status === 'not_confirmed' ? member : undefined;
}
