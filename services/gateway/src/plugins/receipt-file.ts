import { RECEIPT_FILE_PATH } from '@heartline/contracts';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../app-deps.ts';
import { sendRefusal } from '../http/answer.ts';
import { chosenLocale } from '../http/locale.ts';
import { sessionOf } from '../http/session.ts';
import { withinLimit } from '../http/within-limit.ts';

/** The page holds words and its own looks, and may do nothing else. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

/**
 * Serves a receipt or credit note to its member as a page without scripts, to print. Caches must not store it. A receipt
 * of another member is not found.
 */
export function addReceiptFile(app: FastifyInstance, { core, limits }: AppDeps): void {
  app.get<{ Querystring: WantedQuery }>(RECEIPT_FILE_PATH, async (request, reply) => {
    const opened = await sessionOf({ core, limits }, request);
    if (!opened.ok) return sendRefusal(reply, request.locale, opened.refusal);
    const session = opened.value;
    if (session?.status !== 'active') return sendRefusal(reply, request.locale, { code: 'NOT_FOUND' });
    const allowed = await withinLimit({ limits }, 'read', session.member);
    if (!allowed.ok) return sendRefusal(reply, request.locale, allowed.refusal);
    const wanted = wantedOf(request.query);
    const page = wanted && (await core.payments.receiptPage(session.member, wanted, chosenLocale(request)));
    if (!page) return sendRefusal(reply, request.locale, { code: 'NOT_FOUND' });
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'private, no-store')
      .header('content-security-policy', POLICY)
      .header('referrer-policy', 'no-referrer')
      .send(page);
  });
}

interface WantedQuery {
  payment?: unknown;
  turn?: unknown;
  dispute?: unknown;
}

/** Longest name of a dispute: the provider’s id, and its round. */
const DISPUTE = /^[\w.#-]{1,80}$/;

function wantedOf({ payment, turn, dispute }: WantedQuery) {
  if (typeof payment !== 'string' || !/^[0-9a-f]{24}$/.test(payment)) return undefined;
  if (dispute !== undefined)
    return typeof dispute === 'string' && DISPUTE.test(dispute) ? { payment, dispute } : undefined;
  if (turn === undefined) return { payment };
  return typeof turn === 'string' && /^[1-9]\d{0,3}$/.test(turn)
    ? { payment, turn: Number(turn) }
    : undefined;
}
