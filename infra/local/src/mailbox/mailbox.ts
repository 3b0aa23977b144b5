import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { arrival } from '../pages/arrival.ts';
import { html } from '../pages/html.ts';
import { empty, type Places, page, sendPage, time } from '../pages/page.ts';
import { createPageServer, listen } from '../pages/server.ts';
import { type CaughtSms, createSmsInbox, type SmsInbox, smsRows } from './sms-inbox.ts';

/** A mail that arrived. */
export interface CaughtMail {
  id: number;
  at: number;
  /** Addresses it was handed over for, lower case. */
  to: readonly string[];
  from: string;
  subject: string;
  text: string;
  html: string;
  /** Files that it carries, beside the pictures in its text. */
  attachments: readonly { filename: string; contentType: string; text: string }[];
  raw: string;
}

/** A mail server and an SMS provider that deliver to nobody: everything lands on their page. */
export interface Mailbox {
  smtpUrl: string;
  /** The account for text messages. */
  sms: { url: string; key: string };
  /** Text messages, the newest first; those for one phone in E.164 when it is given. */
  texts(to?: string): CaughtSms[];
  /** The newest text message for a phone, or the next one; rejects after `withinMs`. */
  waitForText(to: string, withinMs?: number): Promise<CaughtSms>;
  /** Origin of its page and API. */
  origin: string;
  /** Newest first; those for one address when it is given. */
  mails(to?: string): CaughtMail[];
  /** The next mail for an address, or the newest one that is there; rejects after `withinMs`. */
  waitFor(to: string, withinMs?: number): Promise<CaughtMail>;
  /** Deletes mails and text messages. */
  clear(): void;
  stop(): Promise<void>;
}

const STORED = 1_000;
const MAX_BYTES = 2_000_000;

/** Starts the mail server, the SMS provider and their page. Port 0 takes a free one. */
export async function startMailbox(options: {
  smtpPort?: number;
  httpPort?: number;
  places?: Places;
}): Promise<Mailbox> {
  let caught: CaughtMail[] = [];
  let count = 0;
  const keep = (raw: string, recipients: readonly string[], email: Email) => {
    count += 1;
    const mail: CaughtMail = {
      id: count,
      at: Date.now(),
      to: recipients.map((address) => address.toLowerCase()),
      from: email.from?.address ?? '',
      subject: email.subject ?? '',
      text: email.text ?? '',
      html: withPictures(email),
      attachments: filesOf(email),
      raw,
    };
    caught = [mail, ...caught].slice(0, STORED);
  };
  const smtp = await startSmtp(options.smtpPort ?? 0, keep);
  const mails = (to?: string) => (to ? caught.filter((mail) => mail.to.includes(to.toLowerCase())) : caught);
  const inbox = createSmsInbox();
  const clear = () => {
    caught = [];
    inbox.clear();
  };
  const app = createMailboxPages({ mails, clear, inbox, places: options.places });
  const origin = await listen(app, options.httpPort ?? 0);
  return {
    smtpUrl: smtp.url,
    sms: { url: `${origin}${inbox.path}`, key: inbox.key },
    texts: inbox.messages,
    waitForText: (to, withinMs) => arrival(`text message for ${to}`, () => inbox.messages(to)[0], withinMs),
    origin,
    mails,
    clear,
    waitFor: (to, withinMs) => arrival(`mail for ${to}`, () => mails(to)[0], withinMs),
    async stop() {
      await app.close();
      await smtp.stop();
    },
  };
}

/** The HTML with the pictures that the mail carries in it, since a page has no `cid:` addresses. */
function withPictures({ html = '', attachments }: Email): string {
  return attachments.reduce((page, { contentId, mimeType, content }) => {
    const cid = contentId?.replace(/^<|>$/g, '');
    if (!cid || typeof content === 'string') return page;
    const bytes = Buffer.from(content as ArrayBuffer).toString('base64');
    return page.replaceAll(`cid:${cid}`, `data:${mimeType};base64,${bytes}`);
  }, html);
}

/** The files of a mail, as text. */
function filesOf({ attachments }: Email): CaughtMail['attachments'] {
  return attachments
    .filter(({ disposition }) => disposition === 'attachment')
    .map(({ filename, mimeType, content }) => ({
      filename: filename ?? '',
      contentType: mimeType,
      text: typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString('utf8'),
    }));
}

type Keep = (raw: string, recipients: readonly string[], email: Email) => void;

async function startSmtp(port: number, keep: Keep): Promise<{ url: string; stop(): Promise<void> }> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    size: MAX_BYTES,
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8');
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        PostalMime.parse(raw).then(
          (email) => {
            keep(raw, recipients, email);
            callback();
          },
          (error: Error) => callback(error),
        );
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: taken } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${taken}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

interface PagesOptions extends Pick<Mailbox, 'mails' | 'clear'> {
  inbox: SmsInbox;
  places: Places | undefined;
}

/**
 * `/` the list, `/mails/:id` one mail; `/api/mails?to=`, `/api/mails/:id/raw`, `/api/sms?to=` and DELETE `/api/mails` for
 * programs.
 */
function createMailboxPages({ mails, clear, inbox, places }: PagesOptions) {
  const app = createPageServer();
  inbox.addTo(app);
  const find = (id: string) => mails().find((mail) => mail.id === Number(id));
  app.get<{ Querystring: { to?: string } }>('/', async ({ query }, reply) =>
    sendPage(reply, listPage(mails(query.to), inbox.messages(), places)),
  );
  app.get<{ Params: { id: string } }>('/mails/:id', async ({ params }, reply) => {
    const mail = find(params.id);
    return mail ? sendPage(reply, mailPage(mail, places)) : reply.redirect('/');
  });
  app.get<{ Params: { id: string } }>('/mails/:id/html', async ({ params }, reply) =>
    reply
      .header(
        'content-security-policy',
        "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
      )
      .type('text/html; charset=utf-8')
      .send(`<base target="_blank">${find(params.id)?.html ?? ''}`),
  );
  app.get<{ Params: { id: string; file: string } }>('/mails/:id/files/:file', async ({ params }, reply) => {
    const file = find(params.id)?.attachments[Number(params.file)];
    if (!file) return reply.redirect('/');
    return reply
      .header('content-security-policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'")
      .type(`${file.contentType}; charset=utf-8`)
      .send(file.text);
  });
  app.get<{ Querystring: { to?: string } }>('/api/mails', async ({ query }) => ({
    mails: mails(query.to).map(({ raw: _, ...mail }) => mail),
  }));
  app.get<{ Params: { id: string } }>('/api/mails/:id/raw', async ({ params }, reply) => {
    const mail = find(params.id);
    return mail ? reply.type('message/rfc822').send(mail.raw) : reply.code(404).send();
  });
  app.delete('/api/mails', async () => {
    clear();
    return { ok: true };
  });
  app.post('/clear', async (_request, reply) => {
    clear();
    return reply.redirect('/', 303);
  });
  return app;
}

function listPage(
  mails: readonly CaughtMail[],
  texts: readonly CaughtSms[],
  places: Places | undefined,
): string {
  const rows = mails.map(
    (mail) => html`<a class="row" href="/mails/${mail.id}"><div><h3>${mail.subject}</h3>
      <span class="quiet small">${mail.to.join(', ')}</span></div><span class="quiet small num">${time(mail.at)}</span></a>`,
  );
  const body = html`<div class="row"><h1>Mailbox</h1>
    ${mails.length + texts.length > 0 && html`<form method="post" action="/clear"><button>Clear</button></form>`}</div>
    <p class="quiet">Every mail and text message the site sends lands here and nowhere else.</p>
    ${texts.length > 0 && html`<section><h2>Text messages</h2>${smsRows(texts)}</section><h2>Mails</h2>`}
    ${mails.length > 0 ? html`<div class="rows">${rows}</div>` : empty('No mail yet. Sign up on the site and the activation mail appears here.')}`;
  return page({ title: 'Mailbox', body, places, current: 'mailbox', refreshSeconds: 5 });
}

function mailPage(mail: CaughtMail, places: Places | undefined): string {
  const body = html`<p><a href="/">All mails</a></p><h1>${mail.subject}</h1>
    <p class="quiet">To ${mail.to.join(', ')} · from ${mail.from} · ${time(mail.at)} · <a href="/api/mails/${mail.id}/raw">raw</a></p>
    <section><iframe src="/mails/${mail.id}/html" title="The mail as a reader shows it"></iframe></section>
    ${mail.attachments.length > 0 && html`<section><h2>Attached</h2>${mail.attachments.map((file, at) => html`<p><a href="/mails/${mail.id}/files/${at}">${file.filename}</a></p>`)}</section>`}
    <section><h2>As plain text</h2><pre>${mail.text}</pre></section>`;
  return page({ title: mail.subject, body, places, current: 'mailbox' });
}
