/**
 * Texts that no file of the repository may contain. They are assembled from parts, so that this file passes too.
 * - A path of one machine breaks on every other machine.
 * - The host of a registry breaks behind a mirror.
 * - The author of a line belongs in the history.
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

/** Lines (from 1) of a file with a forbidden text, each with the reason and the remedy. */
export function findForbiddenText(text: string): { line: number; why: string }[] {
  return text
    .split('\n')
    .flatMap((content, index) =>
      FORBIDDEN.filter(({ pattern }) => pattern.test(content)).map(({ why }) => ({ line: index + 1, why })),
    );
}

/** Names that say nothing about the content, so unrelated code gathers there. */
const DRAWERS = /(^|[/.-])(utils?|helpers?|common|managers?|misc)([/.-]|$)/;

/** True if the name of a source file or of its folder says nothing about the content. */
export function isDrawer(path: string): boolean {
  return /\.tsx?$/.test(path) && DRAWERS.test(path);
}
