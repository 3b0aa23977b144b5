import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dialect } from './dialects/dialect.ts';

/** Faults of an account’s API. The last two befall the next checkout only. */
export const TROUBLES = {
  away: 'Answers 503',
  slow: 'Never answers',
  reset: 'Resets connections',
  html: 'Answers 200 with HTML',
  redirect: 'Answers 302',
  huge: 'Answers 10 MB',
  loseOpen: 'Opens the next checkout and loses the answer',
  failOpen: 'Opens the next checkout and answers 500 to its key for ever',
} as const;

export type Trouble = keyof typeof TROUBLES;

const HUGE_BYTES = 10_485_760;

/** An opened checkout whose answer does not arrive: the connection ends, or the answer is a 500. */
export class AnswerLost extends Error {
  readonly how: 'reset' | 500;

  constructor(how: AnswerLost['how']) {
    super('the answer was lost on purpose');
    this.how = how;
  }
}

export type Troubles = ReturnType<typeof createTroubles>;

/** The troubles of all accounts. */
export function createTroubles() {
  const byAccount = new Map<string, Trouble>();
  const failedKeys = new Set<string>();
  return {
    of: (account: string) => byAccount.get(account),
    set(account: string, trouble: Trouble | undefined): void {
      if (trouble) byAccount.set(account, trouble);
      else byAccount.delete(account);
    },
    /** Throws `AnswerLost` after a checkout was opened, if the account has such a trouble. */
    afterOpen(account: string, key: string): void {
      const trouble = byAccount.get(account);
      if (trouble === 'loseOpen' || trouble === 'failOpen') byAccount.delete(account);
      if (trouble === 'failOpen') failedKeys.add(`${account}:${key}`);
      if (trouble === 'loseOpen') throw new AnswerLost('reset');
      if (failedKeys.has(`${account}:${key}`)) throw new AnswerLost(500);
    },
  };
}

/** Answers a request as the trouble says; undefined when it does not concern this request. */
export function misbehave(
  trouble: Trouble | undefined,
  dialect: Dialect,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | undefined {
  switch (trouble) {
    case 'away':
      return reply.code(503).send(dialect.failure(503));
    case 'slow':
      return reply.hijack();
    case 'reset':
      request.raw.socket.destroy();
      return reply.hijack();
    case 'html':
      return reply.type('text/html').send('<!doctype html><title>Maintenance</title>');
    case 'redirect':
      return reply.redirect('/elsewhere', 302);
    case 'huge':
      return reply.type('application/json').send(`"${'x'.repeat(HUGE_BYTES)}"`);
    default:
      return undefined;
  }
}
