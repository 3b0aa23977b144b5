import {
  companyInfo,
  DEFAULT_COMPANY,
  DEFAULT_PRIVATE_SETTINGS,
  DEFAULT_SETTINGS,
  type PrivateSettings,
  privateSettings,
  publicSettings,
  type SiteSettings,
} from '@heartline/contracts';
import type { Mongo } from '@heartline/platform';
import { DEFAULT_SITE, type FieldSchema, type Issue, type SiteRow, sitesOf } from './site.model.ts';

/**
 * Operators' changes to sites. Every change is one conditional write on the row of a host, checked by the
 * same schema as reads. Gateways and workers see it within 5 s; a refused change returns a sentence.
 */

/** Done, or a sentence with the reason of the refusal. */
export type Outcome<T> = { done: T } | { problem: string };

const HOST = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;
const COMPANY = 'company.';
/**
 * Settings that a host joined to a site may set itself, besides the company: the look of its pages and who
 * may visit.
 */
const OF_A_HOST: ReadonlySet<string> = new Set<keyof SiteSettings | keyof PrivateSettings>([
  'name',
  'domain',
  'domain_language',
  'index_title',
  'description',
  'cdn_prefix',
  'support_email',
  'copyright_year',
  'us_footer',
  'us_footer_text',
  'enable_site_entry_popup',
  'entry_popup_countries',
  'signups',
  'logged_out_search',
  'logged_out_search_trafficsource',
  'search_engines',
]);

/** Every setting with its default. Those of the company begin with `company.`. */
export function settingDefaults(): ReadonlyMap<string, unknown> {
  return new Map<string, unknown>([
    ...Object.entries(DEFAULT_SETTINGS),
    ...Object.entries(DEFAULT_PRIVATE_SETTINGS),
    ...Object.entries(DEFAULT_COMPANY).map(([name, value]) => [`${COMPANY}${name}`, value] as const),
  ]);
}

function schemaOf(name: string): FieldSchema | undefined {
  const schemas: Readonly<Record<string, FieldSchema>> = name.startsWith(COMPANY)
    ? companyInfo.shape
    : { ...publicSettings.shape, ...privateSettings.shape };
  return settingDefaults().has(name) ? schemas[name.replace(COMPANY, '')] : undefined;
}

/** The configured hosts with their own settings. */
export function listSites(mongo: Mongo): Promise<SiteRow[]> {
  return sitesOf(mongo).find().sort({ _id: 1 }).limit(1_000).toArray();
}

/**
 * The site of a host, under which its members and operators are stored; for a joined host the site it was
 * joined to.
 */
export async function findSite(mongo: Mongo, host: string): Promise<Outcome<string>> {
  if (host === DEFAULT_SITE) return { done: DEFAULT_SITE };
  const row = await sitesOf(mongo).findOne({ _id: host });
  return row ? { done: row.site ?? host } : noSite(host);
}

/**
 * Configures a host and returns its site. `wanted` joins it to the site of another host: one membership,
 * several addresses.
 */
export async function addSite(
  mongo: Mongo,
  host: string,
  wanted: string | undefined,
): Promise<Outcome<string>> {
  if (!HOST.test(host)) return { problem: `"${host}" is no host: give it in lower case, as www.example.com` };
  const found = wanted === undefined ? undefined : await findSite(mongo, wanted);
  if (found && 'problem' in found) return { problem: `There is no site "${wanted}" to join.` };
  const { upsertedCount } = await sitesOf(mongo).updateOne(
    { _id: host },
    { $setOnInsert: found ? { site: found.done } : {} },
    { upsert: true },
  );
  return upsertedCount === 1 ? { done: found?.done ?? host } : { problem: `"${host}" is set up already.` };
}

/**
 * Sets one setting of a host from an operator's text: `3`, `yes`, `NL,BE`, or JSON. A joined host accepts no
 * rules.
 */
export async function changeSetting(
  mongo: Mongo,
  host: string,
  name: string,
  typed: string,
): Promise<Outcome<unknown>> {
  const parsed = readSetting(name, typed);
  if ('problem' in parsed) return parsed;
  const site = name.startsWith(COMPANY) || OF_A_HOST.has(name) ? undefined : await joinedSite(mongo, host);
  if (site !== undefined) return noRule(host, site, name);
  const isWritten = await write(mongo, host, { $set: { [name]: parsed.done } });
  return isWritten ? parsed : noSite(host);
}

/** The site that a host was permanently joined to; undefined if the host is a site itself. */
async function joinedSite(mongo: Mongo, host: string): Promise<string | undefined> {
  return (await sitesOf(mongo).findOne({ _id: host }))?.site;
}

/** Resets a setting of a host: the value of its site, the default site, or the product applies again. */
export async function resetSetting(mongo: Mongo, host: string, name: string): Promise<Outcome<true>> {
  if (!settingDefaults().has(name)) return noSetting(name);
  return (await write(mongo, host, { $unset: { [name]: '' } })) ? { done: true } : noSite(host);
}

async function write(mongo: Mongo, host: string, change: Record<string, object>): Promise<boolean> {
  const upsert = host === DEFAULT_SITE;
  const { matchedCount, upsertedCount } = await sitesOf(mongo).updateOne({ _id: host }, change, { upsert });
  return matchedCount + upsertedCount === 1;
}

/** The first interpretation of the text that the setting accepts. */
export function readSetting(name: string, typed: string): Outcome<unknown> {
  const schema = schemaOf(name);
  if (!schema) return noSetting(name);
  const faults: string[] = [];
  for (const value of readings(typed)) {
    const parsed = schema.safeParse(value);
    if (parsed.success) return { done: parsed.data };
    faults.push(...parsed.error.issues.flatMap((issue) => faultOf(issue) ?? []));
  }
  const why = faults[0] ?? 'it has another form';
  const example = JSON.stringify(settingDefaults().get(name));
  return { problem: `"${typed}" does not fit ${name}: ${why}. Its default is ${example}.` };
}

/**
 * A fault as a sentence for operators; undefined for “not a number”, since other interpretations of the text
 * follow.
 */
function faultOf(issue: Issue): string | undefined {
  if (issue.code === 'too_small') return `at least ${String(issue.minimum)}`;
  if (issue.code === 'too_big') return `at most ${String(issue.maximum)}`;
  if (issue.code === 'invalid_value') return `one of ${issue.values?.join(', ')}`;
  return undefined;
}

const WORDS: Readonly<Record<string, boolean | null>> = {
  yes: true,
  true: true,
  no: false,
  false: false,
  none: null,
};

/**
 * Possible meanings of typed text: the text, yes or no, a number, a date, JSON, or a comma-separated list.
 */
function readings(typed: string): unknown[] {
  const words = typed in WORDS ? [WORDS[typed]] : [];
  const date = /^\d{4}-\d{2}-\d{2}/.test(typed) ? [Date.parse(typed)] : [];
  const list = typed
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  return [typed, ...words, ...date, ...json(typed), list];
}

function json(typed: string): unknown[] {
  try {
    return [JSON.parse(typed)];
  } catch {
    return [];
  }
}

function noSetting(name: string): { problem: string } {
  const near = [...settingDefaults().keys()].filter((one) => one.includes(name) || name.includes(one));
  const hint = near.length > 0 ? ` Did you mean ${near.join(', ')}?` : '';
  return { problem: `There is no setting "${name}".${hint}` };
}

/** Rules differ per site only: pages would show the host's rule, but members are charged by their site's. */
function noRule(host: string, site: string, name: string): { problem: string } {
  return {
    problem: `"${host}" belongs to the site "${site}", whose ${name} holds for all its hosts. Set it there: admin site set ${site} ${name} <value>`,
  };
}

function noSite(host: string): { problem: string } {
  return { problem: `"${host}" is not set up. Add it first: admin site add ${host}` };
}
