/**
 * What no file of the repository may say. The words are put together here, so that this file passes too.
 * Paths of one machine break on every other; a registry's name breaks behind a mirror; who or what typed a
 * line belongs into the history, if anywhere.
 */
const word = (...parts: string[]) => parts.join('');

/** Folders that exist on one machine only, at the start of a path. */
const MACHINE_FOLDERS = ['root(?![\\w-])', 'work(?![\\w-])', 'home/\\w', 'Users/\\w', 'tmp/\\w+_jobs'];

const REGISTRIES = [
  word('registry', '.npmjs'),
  word('registry', '.yarnpkg'),
  word('proxy', '.golang'),
  word('files', '.pythonhosted'),
  word('static', '.crates'),
];

const TYPISTS = [
  word('cla', 'ude'),
  word('anth', 'ropic'),
  word('open', 'ai'),
  word('chat', 'gpt'),
  word('co', 'pilot'),
  word('language ', 'model'),
  word('AI ', 'agent'),
  word('sub-?', 'agent'),
];

const FORBIDDEN: { pattern: RegExp; why: string }[] = [
  {
    pattern: new RegExp(`(?<![\\w.~*})-])/(${MACHINE_FOLDERS.join('|')})`),
    why: 'a path of one machine: build it from import.meta.dirname, os.homedir() or os.tmpdir()',
  },
  {
    pattern: new RegExp(REGISTRIES.join('|').replaceAll('.', '\\.'), 'i'),
    why: 'a registry host: leave it to the settings of the package manager',
  },
  { pattern: new RegExp(`\\b(${TYPISTS.join('|')})`, 'i'), why: 'who typed it: say what it does and why' },
];

/** Lists the lines (from 1) of a file that say something forbidden, with what to write instead. */
export function findForbiddenText(text: string): { line: number; why: string }[] {
  return text
    .split('\n')
    .flatMap((content, index) =>
      FORBIDDEN.filter(({ pattern }) => pattern.test(content)).map(({ why }) => ({ line: index + 1, why })),
    );
}

/** Names that say nothing about what is inside, so everything ends up in them. */
const DRAWERS = /(^|[/.-])(utils?|helpers?|common|managers?|misc)([/.-]|$)/;

/** Does the path of a source file name a drawer instead of a meaning? */
export function isDrawer(path: string): boolean {
  return /\.tsx?$/.test(path) && DRAWERS.test(path);
}
