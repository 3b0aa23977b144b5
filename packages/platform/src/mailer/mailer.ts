import { createTransport } from 'nodemailer';
import { type Mailer, MailRefused } from '../ports.ts';

const DEADLINE_MS = 10_000;

/**
 * Sends mail over SMTP: `smtp://user:password@host:587`, or `smtps://` for TLS from the start. The recipient is handed
 * over as one address, never as a text to be parsed, so no name or comma in it can add a second one.
 */
export function createMailer(options: { url: string; from: { name: string; address: string } }): Mailer & {
  close(): void;
} {
  const transport = createTransport({
    url: options.url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: DEADLINE_MS,
    greetingTimeout: DEADLINE_MS,
    socketTimeout: DEADLINE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text, html, headers, from }) {
      const message = {
        // A copy, since nodemailer writes into what it is given and configuration is frozen.
        from: { ...(from ?? options.from) },
        to: { name: '', address: to },
        subject,
        text,
        html,
        ...(headers && { headers }),
      };
      await transport.sendMail(message).catch((error: unknown) => {
        throw refusalOf(error) ?? error;
      });
    },
    close: () => transport.close(),
  };
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
