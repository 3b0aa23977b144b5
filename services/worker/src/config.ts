import {
  ConfigError,
  type Environment,
  formerNameNotices,
  port,
  problemOfAddress,
  readConfig,
  sharedConfig,
  sharedSettings,
  wholeNumber,
} from '@heartline/platform';
import { z } from 'zod';

const concurrency = wholeNumber(1, 64);

/** Every setting of the worker. Descriptions say what to do, and become the reference page. */
export const workerSchema = z.object({
  PORT: port.default(3100).describe('Port of /health and /metrics, never public; 0 takes a free one.'),
  HOST: z.string().default('127.0.0.1').describe('Address to listen on; 0.0.0.0 in a container.'),
  ...sharedSettings,
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, { error: 'must start with smtp:// or smtps://', abort: true })
    .refine((url) => URL.parse(url)?.hostname, 'must name a host, and a port from 1 to 65535 if any')
    .describe('Your mail server, such as smtps://user:password@host:465.')
    .meta({ secret: true }),
  SMTP_CONNECT_SECONDS: wholeNumber(1, 300)
    .default(10)
    .describe(
      'How long your mail server may take to connect and to greet before the mail waits for its next try.',
    ),
  SMTP_ANSWER_SECONDS: wholeNumber(1, 600)
    .default(600)
    .describe(
      'How long it may take over each answer after that. RFC 5321 (4.5.3.2.6) asks for ten minutes where it scans a mail before it says that it has it: who leaves sooner sends it twice. Less where yours answers at once.',
    ),
  MAIL_FROM: z
    .email()
    .default('no-reply@localhost.example')
    .describe('Address mails come from; a site wants one of its own domain.'),
  MAIL_FROM_NAME: z.string().min(1).max(80).default('Heartline').describe('Name mails come from.'),
  SETTLE_CONCURRENCY: concurrency.default(4).describe('Settle jobs at once in this process.'),
  NOTIFY_CONCURRENCY: concurrency.default(4).describe('Notify jobs at once in this process.'),
  MAIL_CONCURRENCY: concurrency
    .default(2)
    .describe('Mail jobs at once in this process, each with a connection to your mail server.'),
  TIMERS_CONCURRENCY: concurrency.default(4).describe('Timer jobs at once in this process.'),
  JOB_LOCK_SECONDS: wholeNumber(1, 600)
    .default(30)
    .describe('A worker silent for this long loses its job to another one, and the job runs twice.'),
  FULL_CHECK_DAYS: wholeNumber(1, 31)
    .default(1)
    .describe('Days between invariant checks of everything stored; more where one night is too short.')
    .meta({ formerName: 'AUDIT_WHOLE_DAYS' }),
  EXPORTS_CONCURRENCY: concurrency
    .default(1)
    .describe('Personal archives written, and long lists of people told, at once in this process.'),
});

/** The worker’s configuration, parsed, with secrets apart. */
export type WorkerConfig = ReturnType<typeof readWorkerConfig>;

/** Reads the configuration. Throws `ConfigError` naming every problem and its fix. */
export function readWorkerConfig(environment: Environment = process.env) {
  const read = readConfig(workerSchema, environment);
  const shared = sharedConfig(read, formerNameNotices(workerSchema, environment));
  const problem =
    shared.mode === 'production' && problemOfAddress('MAIL_FROM', read.MAIL_FROM, read.PUBLIC_ORIGIN);
  if (problem) throw new ConfigError([problem]);
  return Object.freeze({
    ...shared,
    host: read.HOST,
    port: read.PORT,
    jobLockMs: read.JOB_LOCK_SECONDS * 1_000,
    fullCheckDays: read.FULL_CHECK_DAYS,
    mailServer: Object.freeze({
      connectMs: read.SMTP_CONNECT_SECONDS * 1_000,
      answerMs: read.SMTP_ANSWER_SECONDS * 1_000,
    }),
    mailFrom: Object.freeze({ name: read.MAIL_FROM_NAME, address: read.MAIL_FROM }),
    concurrency: Object.freeze({
      settle: read.SETTLE_CONCURRENCY,
      notify: read.NOTIFY_CONCURRENCY,
      mail: read.MAIL_CONCURRENCY,
      timers: read.TIMERS_CONCURRENCY,
      exports: read.EXPORTS_CONCURRENCY,
    }),
    secrets: Object.freeze({ ...shared.secrets, smtpUrl: read.SMTP_URL }),
  });
}
