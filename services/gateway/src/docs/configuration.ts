import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

/** One service’s settings: what it is called, and their schema. */
export interface ServiceSettings {
  service: string;
  schema: z.ZodObject;
}

interface Setting {
  name: string;
  description: string;
  default: string | undefined;
  required: boolean;
  secret: boolean;
  services: string[];
}

/** The settings of several services, by name; one that several share is told once, unless they read it differently. */
function collect(services: readonly ServiceSettings[]): Setting[] {
  const byName = new Map<string, Setting[]>();
  for (const { service, schema } of services) {
    for (const [name, field] of Object.entries(schema.shape) as [string, z.ZodType][]) {
      const described = describeField(name, field);
      const known = byName.get(name) ?? [];
      const same = known.find(({ services: _, ...one }) => isDeepStrictEqual(one, described));
      if (same) same.services.push(service);
      else byName.set(name, [...known, { ...described, services: [service] }]);
    }
  }
  return [...byName.values()].flat();
}

function describeField(name: string, field: z.ZodType): Omit<Setting, 'services'> {
  const meta = (field.meta() ?? {}) as { secret?: boolean };
  const json = z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' }) as {
    default?: string | number | boolean;
  };
  return {
    name,
    description: field.description ?? '',
    default: json.default === undefined || json.default === '' ? undefined : String(json.default),
    required: !field.safeParse(undefined).success,
    secret: meta.secret === true,
  };
}

/** The reference page of all settings, in Markdown. */
export function buildConfigurationPage(services: readonly ServiceSettings[]): string {
  const line = ({ name, description, services: used, ...setting }: Setting) =>
    `| \`${name}\` | ${used.join(', ')} | ${setting.required ? '**required**' : (setting.default ?? '')} | ${description}${setting.secret ? ' Secret.' : ''} |`;
  return [
    '# Configuration',
    '',
    'Made from the `config.ts` of each service and command; do not edit. Settings are environment variables. Every one but',
    'those of `npm start` and `npm test` may come from a file instead: `NAME_FILE` gives its path. What is missing or wrong',
    'is said all at once at the start.',
    '',
    '| Setting | Used by | Default | What it is |',
    '|---|---|---|---|',
    ...collect(services).map(line),
    '',
  ].join('\n');
}

/** An `.env` to start from: what is required stands empty, the rest is commented out with its default. */
export function buildEnvExample(services: readonly ServiceSettings[]): string {
  const settings = collect(services);
  const block = ({ name, description, required, default: value, services: used }: Setting) => {
    const isOneOfSeveral = settings.filter((one) => one.name === name).length > 1;
    const whose = isOneOfSeveral ? `${used.join(', ')}: ` : '';
    return `# ${whose}${description}\n${required ? '' : '# '}${name}=${value ?? ''}\n`;
  };
  return [
    '# Settings of Heartline. Made from the config.ts of each service; do not edit this example.\n' +
      '# No process looks for a copy of it: give it to each, as in `node --env-file=.env services/gateway/main.js`.\n' +
      '# `npm start` takes its own from the environment alone (configuration.md).\n',
    ...settings.map(block),
  ].join('\n');
}
