import { type Logger as PinoLogger, pino } from 'pino';

export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error' | 'child' | 'level'>;

/** JSON log lines. Secrets, addresses and texts people wrote are cut out wherever they turn up. */
export function createLogger(options: { level: string; service: string }): PinoLogger {
  return pino({
    level: options.level,
    base: { service: options.service },
    redact: {
      paths: [
        'req.headers',
        'password',
        'email',
        'text',
        'token',
        '*.password',
        '*.email',
        '*.text',
        '*.token',
      ],
      remove: true,
    },
  });
}
