import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';
import { createLogOutput } from './log-output.ts';

export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error' | 'child' | 'level'>;

const STDOUT = 1;

let output: DestinationStream | undefined;

/** JSON log lines. Redacts secrets, addresses and texts of members wherever they occur. */
export function createLogger(options: { level: string; service: string }): PinoLogger {
  output ??= createLogOutput(STDOUT);
  return pino(
    {
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
    },
    output,
  );
}
