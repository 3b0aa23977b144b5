import { type DestinationStream, destination, type Logger as PinoLogger, pino } from 'pino';

export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error' | 'child' | 'level'>;

/** JSON log lines. Secrets, addresses and texts people wrote are cut out wherever they turn up. */
export function createLogger(options: { level: string; service: string }): PinoLogger {
  output ??= createOutput();
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

const BATCH_LENGTH = 8_192;
const WAIT_MS = 100;

let output: DestinationStream | undefined;

/**
 * Where the lines of all loggers of this process go: many together, `WAIT_MS` later at the latest, and what is left
 * when the process ends. Pino's own batches measure everything that waits anew with each line.
 */
function createOutput(): DestinationStream {
  const out = destination({ sync: false });
  let lines = '';
  let timer: NodeJS.Timeout | undefined;
  const leave = () => {
    clearTimeout(timer);
    timer = undefined;
    if (lines !== '') out.write(lines);
    lines = '';
  };
  process.once('exit', () => {
    leave();
    out.flushSync();
  });
  return {
    write(line) {
      lines += line;
      if (lines.length >= BATCH_LENGTH) leave();
      else timer ??= setTimeout(leave, WAIT_MS).unref();
    },
  };
}
