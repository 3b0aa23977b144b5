import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Environment, readConfig, sharedConfig, sharedSettings } from '@heartline/platform';
import { z } from 'zod';

/** Every setting of the operators' command: those of the house, and who works with it. */
export const adminSchema = z.object({
  ...sharedSettings,
  HEARTLINE_DATA: z
    .string()
    .optional()
    .describe(
      'Where the Heartline of `npm start` keeps everything, engines included; `.heartline` of the checkout unless said.',
    ),
  OPERATOR: z
    .string()
    .max(60)
    .optional()
    .describe('Name of the operator in the audit log; default: the name of the user of this machine.'),
});

/** The configuration of the operators' command, parsed, with secrets apart. */
export type AdminConfig = ReturnType<typeof readAdminConfig>;

/** The file in which `npm start` stores the settings of its run. */
export function stateFileOf(environment: Environment = process.env): string {
  const ours = fileURLToPath(new URL('../../../.heartline', import.meta.url));
  return join(environment['HEARTLINE_DATA'] || ours, 'running.json');
}

/**
 * Reads the configuration. Without a MONGODB_URL it takes the settings of the `npm start` of this checkout from
 * `stateFile`. Throws `ConfigError` naming every problem and its fix.
 */
export function readAdminConfig(stateFile: string, environment: Environment = process.env) {
  const running = readLocal(stateFile);
  // Engines of one's own are named to `npm start` and to this command alike.
  const isOther =
    environment['MONGODB_URL_FILE'] ||
    (environment['MONGODB_URL'] || running['MONGODB_URL']) !== running['MONGODB_URL'];
  const local = isOther ? {} : running;
  // Log lines of the level of services would appear between the data that a command prints.
  const read = readConfig(adminSchema, { ...local, LOG_LEVEL: 'error', ...known(environment) });
  return Object.freeze({ ...sharedConfig(read), operator: read.OPERATOR ?? userInfo().username });
}

/** The part of the state file that is used here. */
interface Noted {
  environment?: Environment;
  /** Its process: the id, and when it began. */
  process?: string;
}

/** Settings of the Heartline that runs on this machine; none when it does not. */
function readLocal(stateFile: string): Environment {
  try {
    const noted = JSON.parse(readFileSync(stateFile, 'utf8')) as Noted;
    // A start that was killed left its note behind: signal 0 asks only whether there is such a process, and throws.
    if (noted.process) process.kill(Number.parseInt(noted.process, 10), 0);
    return noted.environment ?? {};
  } catch {
    return {};
  }
}

/** Without empty variables, which would hide what the local one noted. */
function known(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
}
