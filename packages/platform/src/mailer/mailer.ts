import { createTransport } from 'nodemailer';
import type { Mailer } from '../ports.ts';

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
      await transport.sendMail({
        // A copy, since nodemailer writes into what it is given and configuration is frozen.
        from: { ...(from ?? options.from) },
        to: { name: '', address: to },
        subject,
        text,
        html,
        ...(headers && { headers }),
      });
    },
    close: () => transport.close(),
  };
}
