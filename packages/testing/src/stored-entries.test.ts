import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONSTANTS, COOKIES } from '@heartline/contracts';
import { TRACKING_COOKIE } from '@heartline/domain';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');

const sources = globSync(['apps/web/src/**/*.{ts,tsx}', 'services/gateway/src/**/*.ts'], { cwd: ROOT })
  .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file))
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));

/** Sources whose names are parameters; their entries are `hide-*`, `draft:*` and `reply:*`. */
const NAMED_BY_CALLER: ReadonlySet<string> = new Set([
  'apps/web/src/client/flags.ts',
  'apps/web/src/client/storage.ts',
  'apps/web/src/client/unsent-storage.ts',
  'apps/web/src/client/database.ts',
  'apps/web/src/features/messaging/drafts.ts',
]);

/** Values of the constants and of the functions that make a name, as far as they begin with a literal. */
const constants = sources.flatMap(({ file, text }) =>
  [...text.matchAll(/const (\w+) =\s*(?:\([^)]*\) =>\s*)?['`]([^'`$]+)/g)].map(
    ([, name = '', value = '']) => ({ file, name, value }),
  ),
);

const WRITES =
  /(?:localStore|sessionStore)\.set\(\s*([\w'`]+)|openDatabase(?:<\w+>)?\(\s*('[^']+')|setCookie\(\s*([\w.]+)|caches\.open\((\w+)\)/g;

/** The names that the code writes, with the sources that do. */
const written = sources.flatMap(({ file, text }) =>
  [...text.matchAll(WRITES)].map(([, store, database, cookie, cache]) => {
    const given = store ?? database ?? cookie ?? cache ?? '';
    if (given.startsWith("'")) return { file, name: given.slice(1, -1) };
    if (given === 'CONSTANTS.languageCookie') return { file, name: CONSTANTS.languageCookie };
    const known = constants.filter(({ name }) => name === given);
    return { file, name: (known.find((one) => one.file === file) ?? known[0])?.value };
  }),
);

const listed = COOKIES.flatMap(({ names }) => names);
const fits = (name: string) =>
  listed.some((one) => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : name === one));

describe('the entries that the page about cookies lists', () => {
  it('are all that the code stores in a browser', () => {
    expect(written.length).toBeGreaterThan(25);
    const missing = written.filter(
      ({ file, name }) => !(name === undefined ? NAMED_BY_CALLER.has(file) : fits(name)),
    );
    expect(missing).toEqual([]);
  });

  it('are all in the code, with the names that it uses', () => {
    const all = sources.map(({ text }) => text).join('\n');
    const elsewhere = new Set<string>([
      CONSTANTS.languageCookie,
      CONSTANTS.countryCookie,
      TRACKING_COOKIE.name,
      'workbox-precache-*',
    ]);
    const unused = listed.filter((name) => {
      const start = name.replace(/\*$/, '');
      return !elsewhere.has(name) && !new RegExp(`['\`]${start}`).test(all);
    });
    expect(unused).toEqual([]);
  });

  it('last as long as the code says', () => {
    const daysOf = (name: string) => {
      const { lifetime } = COOKIES.find(({ names }) => names.includes(name)) ?? {};
      return typeof lifetime === 'object' && 'days' in lifetime ? lifetime.days : undefined;
    };
    expect(daysOf(TRACKING_COOKIE.name)).toBe(TRACKING_COOKIE.days);
    expect(daysOf('__Host-session')).toBe(CONSTANTS.sessionDays);
  });
});
