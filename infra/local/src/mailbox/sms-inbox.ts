import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type Html, html } from '../pages/html.ts';
import { time } from '../pages/page.ts';

/** A text message that arrived. */
export interface CaughtSms {
  id: string;
  at: number;
  /** Phone number in E.164. */
  to: string;
  from: string;
  text: string;
}

const PATH = '/api/sms';
const STORED = 1_000;

const given = z.strictObject({
  id: z.string().regex(/^[\w-]{1,100}$/),
  from: z.string().min(1),
  to: z.string().regex(/^\+\d{6,15}$/),
  text: z.string().min(1).max(1_000),
});

export type SmsInbox = ReturnType<typeof createSmsInbox>;

/** An SMS provider that sends nothing: messages land on the page of the mailbox. The key is new at each start. */
export function createSmsInbox() {
  const key = randomBytes(24).toString('base64url');
  let caught: CaughtSms[] = [];
  const messages = (to?: string) => (to ? caught.filter((sms) => sms.to === to) : caught);
  return {
    key,
    path: PATH,
    /** Newest first; those for one phone when it is given. */
    messages,
    clear() {
      caught = [];
    },
    /** Adds the call of the provider, as infra/reference/sms-protocol.md describes it, and one for programs. */
    addTo(app: FastifyInstance): void {
      app.post(PATH, async ({ headers, body }, reply) => {
        if (headers.authorization !== `Bearer ${key}`) return reply.code(401).send({ error: 'key' });
        const sms = given.safeParse(body);
        if (!sms.success || headers['idempotency-key'] !== sms.data.id)
          return reply.code(400).send({ error: 'message' });
        if (!caught.some(({ id }) => id === sms.data.id))
          caught = [{ ...sms.data, at: Date.now() }, ...caught].slice(0, STORED);
        return reply.code(202).send({ id: sms.data.id });
      });
      app.get<{ Querystring: { to?: string } }>(PATH, async ({ query }) => ({
        messages: messages(query.to),
      }));
    },
  };
}

/** The messages as rows of a page. */
export function smsRows(messages: readonly CaughtSms[]): Html {
  const rows = messages.map(
    (sms) => html`<div class="row"><div><h3>${sms.text}</h3>
      <span class="quiet small">${sms.to} · from ${sms.from}</span></div><span class="quiet small num">${time(sms.at)}</span></div>`,
  );
  return html`<div class="rows">${rows}</div>`;
}
