import { readFileSync } from 'node:fs';
import type { z } from 'zod';

/** Source of settings: `process.env`, or an object in tests. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Every setting that is missing or wrong, each with its fix. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration does not hold:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/**
 * Reads the settings that a schema names. The result is frozen.
 *
 * - An empty variable counts as not set.
 * - `NAME_FILE` is the path of a file that holds the value, as container secrets use.
 * - A former name of a setting counts if the new one is not set.
 * - The description of each field says what the setting is, and so how to fix it.
 *
 * @throws {ConfigError} with all problems at once.
 */
export function readConfig<Shape extends z.core.$ZodLooseShape>(
  schema: z.ZodObject<Shape>,
  environment: Environment,
): Readonly<z.output<z.ZodObject<Shape>>> {
  const problems: string[] = [];
  const given = Object.fromEntries(
    Object.keys(schema.shape).map((name) => {
      const former = isGiven(name, environment) ? undefined : formerNameOf(schema, name);
      return [name, valueOf(former ?? name, environment, problems)];
    }),
  );
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) problems.push(problemOf(schema, issue, given));
  }
  // One value may break several rules with the same message.
  if (problems.length > 0 || !parsed.success) throw new ConfigError([...new Set(problems)]);
  return Object.freeze(parsed.data);
}

/** One sentence for each setting that is given under its former name alone. The next release no longer reads those. */
export function formerNameNotices(schema: z.ZodObject, environment: Environment): string[] {
  return Object.keys(schema.shape).flatMap((name) => {
    const former = formerNameOf(schema, name);
    if (!former || isGiven(name, environment) || !isGiven(former, environment)) return [];
    return [`environment variable ${former} is renamed to ${name}. Fix: rename it before the next release.`];
  });
}

/** The name a setting had in the release before, from `formerName` of its description. */
function formerNameOf(schema: z.ZodObject, name: string): string | undefined {
  const { formerName } = ((schema.shape[name] as z.ZodType).meta() ?? {}) as { formerName?: string };
  return formerName;
}

function isGiven(name: string, environment: Environment): boolean {
  return Boolean(environment[name] || environment[`${name}_FILE`]);
}

function valueOf(name: string, environment: Environment, problems: string[]): string | undefined {
  const direct = environment[name];
  const file = environment[`${name}_FILE`];
  if (direct) {
    if (file) problems.push(`${name} and ${name}_FILE are both set. Fix: keep one of them.`);
    return direct;
  }
  if (!file) return undefined;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    problems.push(`${name}_FILE names a file that cannot be read. Fix: check its path and rights.`);
    return undefined;
  }
}

function problemOf(
  schema: z.ZodObject,
  issue: z.core.$ZodIssue,
  given: Readonly<Record<string, unknown>>,
): string {
  const name = String(issue.path[0] ?? 'configuration');
  const field = schema.shape[name] as z.ZodType | undefined;
  const about = field?.description ?? '';
  return given[name] === undefined
    ? `${name} is missing. Fix: set ${name}. ${about}`
    : `${name} is wrong: ${issue.message}. Fix: change ${name}. ${about}`;
}
