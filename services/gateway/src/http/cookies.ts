import { CONSTANTS } from '@heartline/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * The cookies of the house. `__Host-` binds them to this host over HTTPS (or localhost), `HttpOnly` keeps scripts
 * away, `Lax` keeps them out of cross-site posts. Each holds a random secret; the store knows only its hash.
 */
export const SESSION_COOKIE = '__Host-session';
/** Tells a device that signed in before from a stranger’s, so that wrong guesses never lock the owner out. */
const DEVICE_COOKIE = '__Host-device';

/** Names a visitor who plays, with our signature. */
const VISITOR_COOKIE = '__Host-visitor';

/** An operator's session: another cookie than a member's, so that one browser may hold both and neither opens the other. */
export const OPERATOR_COOKIE = '__Host-operator';
const OPERATOR_DEVICE_COOKIE = '__Host-operator-device';

const OPTIONS = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' } as const;
/** Operators come from a bookmark, never from a link of another site. */
const OPERATOR_OPTIONS = { ...OPTIONS, sameSite: 'strict' } as const;
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
  operator: string | undefined;
  operatorDevice: string | undefined;
  startOperator(secrets: { session: string; device: string; expiresAt: number }): void;
  endOperator(): void;
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
    operator: request.cookies[OPERATOR_COOKIE],
    operatorDevice: request.cookies[OPERATOR_DEVICE_COOKIE],
    startOperator({ session, device, expiresAt }) {
      reply.setCookie(OPERATOR_COOKIE, session, { ...OPERATOR_OPTIONS, expires: new Date(expiresAt) });
      reply.setCookie(OPERATOR_DEVICE_COOKIE, device, { ...OPERATOR_OPTIONS, maxAge: LASTING.maxAge });
    },
    endOperator() {
      reply.clearCookie(OPERATOR_COOKIE, OPERATOR_OPTIONS);
    },
    end() {
      reply.clearCookie(SESSION_COOKIE, OPTIONS);
      // Answers and pictures the browser kept by itself; what the app keeps, it clears itself.
      reply.header('clear-site-data', '"cache"');
    },
  };
}

/** One cookie of a header as sockets bring it. */
export function cookieOf(header: string | undefined, name: string): string | undefined {
  const prefix = `${name}=`;
  const cookie = header?.split('; ').find((part) => part.startsWith(prefix));
  // A copy: a part of the header would keep all of it in memory for as long as the socket stays.
  return cookie && Buffer.from(cookie.slice(prefix.length)).toString();
}
