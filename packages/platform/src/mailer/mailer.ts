import { createTransport } from 'nodemailer';
import { type Mailer, MailRefused } from '../ports.ts';

/**
 * Time limit of a whole try, in addition to one answer, because a server may send a little again and again. Even with
 * the longest configurable answer, a try ends before its job counts as hung.
 */
const BEYOND_MS = 2 * 60_000;
/** A connection idle for longer may be dead. The next mail would wait for it as long as for an answer. */
const IDLE_MS = 30_000;

interface Options {
  /** `smtp://user:password@host:587`, or `smtps://` for TLS from the start. */
  url: string;
  from: { name: string; address: string };
  /** One for each concurrent mail, because the time spent waiting for a connection counts towards the try. */
  connections: number;
  /** Time limit for each of connecting, greeting and TLS. A reachable server does these at once. */
  connectMs: number;
  /**
   * Time limit for every later answer; the library has one limit for all. A server that scans a mail before its last
   * answer has already accepted it, so a shorter limit would send the mail twice.
   */
  answerMs: number;
  /** Time limit of a try; two minutes more than one answer by default. */
  tryMs?: number;
}

/** Marks automatic mail (RFC 3834), so absence assistants, such as that of Exchange, do not answer it. */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

/**
 * Sends mail over SMTP. The recipient is passed as one address and never parsed, so a comma or name in it cannot add
 * another.
 */
export function createMailer(options: Options): Mailer & {
  /** Aborts mails in flight. The caller has waited for them before. */
  close(): void;
} {
  const transport = createTransport({
    url: options.url,
    pool: true,
    maxConnections: options.connections,
    idleTimeout: IDLE_MS,
    connectionTimeout: options.connectMs,
    greetingTimeout: options.connectMs,
    socketTimeout: options.answerMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({
      id,
      to,
      subject,
      text,
      html,
      pictures = [],
      attachments = [],
      headers,
      from = options.from,
    }) {
      const message = {
        messageId: messageId(id, from.address),
        // A copy, because nodemailer writes into its input and configuration is frozen.
        from: { ...from },
        to: { name: '', address: to },
        subject,
        text,
        html,
        attachments: [
          ...pictures.map(({ bytes, ...picture }) => ({
            ...picture,
            content: bytes,
            contentDisposition: 'inline' as const,
          })),
          ...attachments.map(({ bytes, ...file }) => ({
            ...file,
            content: bytes,
            contentDisposition: 'attachment' as const,
          })),
        ],
        headers: { ...AUTOMATIC, ...headers },
        signal: AbortSignal.timeout(options.tryMs ?? options.answerMs + BEYOND_MS),
      };
      await transport.sendMail(message).catch((error: unknown) => {
        throw refusalOf(error) ?? error;
      });
    },
    close: () => transport.close({ force: true }),
  };
}

/** The same for each retry, so a server whose answer was lost can drop the duplicate. */
function messageId(id: string, sender: string): string {
  return `<${id}${sender.slice(sender.lastIndexOf('@'))}>`;
}

/** The server requires a login first: a fault of our configuration, not of this mail. */
const LOG_IN_FIRST = 530;
/** Refused by policy (RFC 3463): because of the sender, not the address. */
const BY_POLICY = /^\d{3}[ -]5\.7\./;

/** The mail library's description of a failed SMTP dialogue. */
interface SmtpFailure {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
}

/** Permanent refusal of this sender, recipient or mail. Drops the server's text, which contains the address. */
function refusalOf(error: unknown): MailRefused | undefined {
  const { code, command, responseCode: answer, response = '' } = error as SmtpFailure;
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return undefined;
  if (answer === undefined) return new MailRefused(`${command} impossible`);
  if (answer < 500 || answer === LOG_IN_FIRST) return undefined;
  const isOfAddress = command === 'RCPT TO' && !BY_POLICY.test(response);
  return new MailRefused(`${command} ${answer}`, { isOfAddress });
}
