import { CONSTANTS } from '@heartline/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * The two cookies of the house. `__Host-` binds them to this host over HTTPS (or localhost), `HttpOnly` keeps scripts
 * away, `Lax` keeps them out of cross-site posts. Both hold a random secret; the store knows only its hash.
 */
export const SESSION_COOKIE = '__Host-session';
/** Tells a device that signed in before from a stranger’s, so that wrong guesses never lock the owner out. */
const DEVICE_COOKIE = '__Host-device';

/** Names a visitor who plays, with our signature. */
const VISITOR_COOKIE = '__Host-visitor';

const OPTIONS = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' } as const;
const LASTING = { ...OPTIONS, maxAge: CONSTANTS.sessionDays * 86_400 };

/** Reads and writes the cookies of one call. */
export interface SessionCookies {
  session: string | undefined;
  device: string | undefined;
  visitor: string | undefined;
  /** Names a visitor from now on. */
  nameVisitor(cookie: string): void;
  start(secrets: { session: string; device: string }): void;
  end(): void;
}

/** The cookies of `request`, written to `reply`. */
export function sessionCookies(request: FastifyRequest, reply: FastifyReply): SessionCookies {
  return {
    session: request.cookies[SESSION_COOKIE],
    device: request.cookies[DEVICE_COOKIE],
    visitor: request.cookies[VISITOR_COOKIE],
    nameVisitor(cookie) {
      reply.setCookie(VISITOR_COOKIE, cookie, LASTING);
    },
    start({ session, device }) {
      reply.setCookie(SESSION_COOKIE, session, LASTING);
      reply.setCookie(DEVICE_COOKIE, device, LASTING);
    },
    end() {
      reply.clearCookie(SESSION_COOKIE, OPTIONS);
      // Everything this origin kept in the browser goes, except the device cookie and what a language choice is.
      reply.header('clear-site-data', '"cache"');
    },
  };
}
