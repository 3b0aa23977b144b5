import { type CodeValidity, codeValidity, packageId, paymentMethod } from '@heartline/contracts';
import { spelledCode } from '@heartline/domain';
import type { CodeDoc } from './code.repository.ts';

/** The terms of a code that an operator’s file sets. */
export type NewCode = Omit<CodeDoc, '_id' | 'site' | 'endedAt' | 'createdAt'>;

/** More uses would make each check-out read too many rows. */
export const MOST_USES = 10_000;

/** Undefined for a sound value, else the reason why it is not. */
type Check = (value: unknown) => string | undefined;

const whole =
  (least: number, most: number): Check =>
  (value) =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most
      ? undefined
      : `must be a whole number from ${least} to ${most}`;

const oneOf =
  (options: readonly string[]): Check =>
  (value) =>
    options.includes(value as string) ? undefined : `must be one of ${options.join(', ')}`;

const listOf =
  (options: readonly string[]): Check =>
  (value) => {
    if (!Array.isArray(value) || value.length === 0) return 'must be a list with at least one entry';
    const unknown = value.filter((one) => !options.includes(one as string));
    return unknown.length === 0
      ? undefined
      : `has the unknown entry ${JSON.stringify(unknown[0])}: it takes ${options.join(', ')}`;
  };

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;
const isTime: Check = (value) =>
  typeof value === 'string' && TIME.test(value) && !Number.isNaN(Date.parse(value))
    ? undefined
    : 'must be a time in UTC such as 2026-12-31T23:00:00Z';

/** Countries and currencies of a site, to which codes can be limited. */
export interface CodePlaces {
  countries: readonly string[];
  currencies: readonly string[];
}

const checksFor = ({ countries, currencies }: CodePlaces): Readonly<Record<string, Check>> => ({
  code: (value) =>
    typeof value === 'string' && spelledCode(value) === value
      ? undefined
      : 'must be 3 to 32 of A to Z, 0 to 9, - and _',
  kind: oneOf(['code', 'welcome']),
  // No way to pay takes a price of nothing.
  percent: whole(1, 99),
  countries: listOf(countries),
  currency: oneOf(currencies),
  minimumCents: whole(0, 10_000_000),
  packages: listOf(packageId.options),
  methods: listOf(paymentMethod.options),
  from: isTime,
  until: isTime,
  validity: oneOf(codeValidity.options),
  maxUses: whole(1, MOST_USES),
  member: (value) => (/^[0-9a-f]{24}$/.test(String(value)) ? undefined : 'must be the id of a member'),
});

/** The line of each entry of a JSON list, from 1. */
export function linesOfEntries(text: string): number[] {
  const lines: number[] = [];
  let [line, depth] = [1, 0];
  // A text counts as one sign, so that its brackets and escapes do not matter.
  for (const [sign] of text.matchAll(/"(?:[^"\\]|\\.)*"|[\n{}[\]]/g)) {
    if (sign === '\n') line += 1;
    else if (sign === '}' || sign === ']') depth -= 1;
    else if (sign === '{' || sign === '[') {
      if (depth === 1) lines.push(line);
      depth += 1;
    }
  }
  return lines;
}

/** The codes of an operator’s file, or each problem with its line. One problem refuses the whole file. */
export function readCodeFile(
  text: string,
  places: CodePlaces,
  now: number,
): { codes: NewCode[] } | { problems: string[] } {
  let entries: unknown;
  try {
    entries = JSON.parse(text);
  } catch (error) {
    return { problems: [`The file is not JSON: ${(error as Error).message}`] };
  }
  if (!Array.isArray(entries) || entries.length === 0)
    return { problems: ['The file must be a list of codes.'] };
  const lines = linesOfEntries(text);
  const checks = checksFor(places);
  const seen = new Set<unknown>();
  const problems = entries.flatMap((entry: unknown, at) => {
    const found = problemsOf(entry, checks, now);
    const { code } = (entry ?? {}) as { code?: unknown };
    if (code !== undefined && seen.has(code)) found.push(`code ${JSON.stringify(code)} is there twice`);
    seen.add(code);
    return found.map((problem) => `line ${lines[at] ?? '?'}: ${problem}`);
  });
  return problems.length > 0 ? { problems } : { codes: entries.map((entry) => codeOf(entry as Entry, now)) };
}

interface Entry {
  code: string;
  kind?: 'code' | 'welcome';
  percent: number;
  countries?: string[];
  currency?: string;
  minimumCents?: number;
  packages?: NewCode['packages'];
  methods?: NewCode['methods'];
  from?: string;
  until: string;
  validity?: CodeValidity;
  maxUses?: number;
  member?: string;
}

const REQUIRED = ['code', 'percent', 'until'] as const;

function problemsOf(entry: unknown, checks: Readonly<Record<string, Check>>, now: number): string[] {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    return ['a code must be an object'];
  const missing = REQUIRED.filter((field) => !(field in entry)).map((field) => `${field} is missing`);
  const wrong = Object.entries(entry).flatMap(([field, value]) => {
    const check = Object.hasOwn(checks, field) ? checks[field] : undefined;
    const problem = check ? check(value) : 'is unknown';
    return problem === undefined ? [] : [`${field} ${problem}`];
  });
  const found = [...missing, ...wrong];
  return found.length > 0 ? found : problemsTogether(entry as Entry, now);
}

/** Problems of fields that are sound one by one. */
function problemsTogether(entry: Entry, now: number): string[] {
  const { from, until, kind, validity, currency, minimumCents = 0, methods, maxUses } = entry;
  const rules: [isWrong: boolean, problem: string][] = [
    [from !== undefined && Date.parse(until) <= Date.parse(from), 'until must be after from'],
    [Date.parse(until) <= now, 'until is over'],
    [entry.code === 'TIMEBONUS25', 'code TIMEBONUS25 is the welcome discount of every site'],
    [entry.code.startsWith('BACK-'), 'code must not begin with BACK-: win-back codes do'],
    [minimumCents > 0 && currency === undefined, 'minimumCents needs a currency'],
    [validity === 'once' && maxUses !== undefined, 'maxUses does not go with validity once'],
    [
      kind === 'welcome' && validity !== undefined && validity !== 'first-purchase',
      'validity of a welcome code is first-purchase',
    ],
    [
      kind === 'welcome' && methods !== undefined,
      'methods does not go with a welcome code: its price is shown before one is chosen',
    ],
  ];
  return rules.flatMap(([isWrong, problem]) => (isWrong ? [problem] : []));
}

function codeOf(entry: Entry, now: number): NewCode {
  const { kind = 'code', from, until, validity } = entry;
  return {
    code: entry.code,
    kind,
    percent: entry.percent,
    countries: entry.countries ?? [],
    currency: entry.currency ?? null,
    minimumCents: entry.minimumCents ?? 0,
    packages: entry.packages ?? null,
    methods: entry.methods ?? null,
    from: from === undefined ? now : Date.parse(from),
    until: Date.parse(until),
    validity: validity ?? (kind === 'welcome' ? 'first-purchase' : 'once-per-user'),
    maxUses: entry.maxUses ?? null,
    member: entry.member ?? null,
  };
}
