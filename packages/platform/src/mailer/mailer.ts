import { createTransport } from 'nodemailer';
import { type Mailer, MailRefused } from '../ports.ts';

/**
 * A whole try, beyond one answer: a server may say a little again and again. With the longest answer that a worker can be
 * told to wait for it ends before the job is said to hang.
 */
const BEYOND_MS = 2 * 60_000;
/** A connection that rests longer may be dead without a word, and would be waited for as long as for an answer. */
const IDLE_MS = 30_000;

interface Options {
  /** `smtp://user:password@host:587`, or `smtps://` for TLS from the start. */
  url: string;
  from: { name: string; address: string };
  /** As many as there are mails at once: one that waits for a connection would count as being sent. */
  connections: number;
  /** How long a server may take to connect, to greet and to agree on TLS, each: one that is there does so at once. */
  connectMs: number;
  /**
   * How long it may take over every answer after that; the library has one limit for all. A server that scans a mail before
   * it answers the end of it has taken it: who leaves sooner sends it again.
   */
  answerMs: number;
  /** How long a try may last; two minutes more than one answer unless said otherwise. */
  tryMs?: number;
}

/** Nobody wrote it (RFC 3834): programs that answer for people who are away, Exchange's among them, do not answer it. */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

/**
 * Sends mail over SMTP. The recipient is handed over as one address, never as a text to be parsed, so no name or comma
 * in it can add a second one.
 */
export function createMailer(options: Options): Mailer & {
  /** Gives up what is still on its way: whoever closes has waited for it. */
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
    async send({ id, to, subject, text, html, pictures = [], headers, from = options.from }) {
      const message = {
        messageId: messageId(id, from.address),
        // A copy, since nodemailer writes into what it is given and configuration is frozen.
        from: { ...from },
        to: { name: '', address: to },
        subject,
        text,
        html,
        attachments: pictures.map(({ cid, filename, contentType, bytes }) => ({
          cid,
          filename,
          contentType,
          content: bytes,
          contentDisposition: 'inline' as const,
        })),
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

/** The same at each try, so that whoever took one whose answer was lost can drop the second. */
function messageId(id: string, sender: string): string {
  return `<${id}${sender.slice(sender.lastIndexOf('@'))}>`;
}

/** What the server asks when it wants a log-in first: about us, not about this mail. */
const LOG_IN_FIRST = 530;
/** Refused by policy (RFC 3463): of us, who send, and not because of the address. */
const BY_POLICY = /^\d{3}[ -]5\.7\./;

/** What the mail library says of a failed dialogue. */
interface SmtpFailure {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
}

/** This sender, recipient or mail refused for good, told without the server's words, which name the address. */
function refusalOf(error: unknown): MailRefused | undefined {
  const { code, command, responseCode: answer, response = '' } = error as SmtpFailure;
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return undefined;
  if (answer === undefined) return new MailRefused(`${command} impossible`);
  if (answer < 500 || answer === LOG_IN_FIRST) return undefined;
  const isOfAddress = command === 'RCPT TO' && !BY_POLICY.test(response);
  return new MailRefused(`${command} ${answer}`, { isOfAddress });
}
