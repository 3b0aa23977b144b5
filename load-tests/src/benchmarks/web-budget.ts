import { readdirSync, readFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { buildWeb, WEB_DIR } from '@heartline/testing';
import type { Result } from '../measure.ts';

const DIST = `${WEB_DIR}/`;

/** Screens of a visitor by page file, with the size limit of a first visit. */
const VISITOR_SCREENS = [
  ['/, as a visitor', 'home-page', 117],
  ['/login', 'login-page', 126],
  ['/signup', 'sign-up-page', 155],
  ['/members, as a visitor', 'members-page', 148],
  ['/members/:id, as a visitor', 'visitor-profile-page', 139],
] as const;
/** Screens of a member, who also loads the parts of the frame. */
const MEMBER_SCREENS = [
  ['/members', 'members-page'],
  ['/members/:id', 'profile-page'],
  ['/profile', 'own-profile-page'],
  ['/match-finder', 'match-finder-page'],
  ['/likes', 'likes-page'],
  ['/chats', 'chats-page'],
  ['/members/:id/chat', 'chats-page', 'chat-page'],
  ['/credits', 'credits-page'],
  ['/credits/:pack', 'checkout-page'],
] as const;
const MEMBER_FRAME = ['member-frame'];

/**
 * JavaScript that the first page needs before it paints: the entry and all its static imports, compressed as a server
 * would. Dynamic imports do not count. Also the JavaScript of a first visit to each main screen until it is drawn,
 * first paint included, texts excluded.
 */
export async function webBudget(): Promise<Result> {
  await buildWeb((step) => console.log(step));
  const page = readFileSync(`${DIST}index.html`, 'utf8');
  const files = new Set<string>();
  const scripts = [...page.matchAll(/<(?:script|link)[^>]+(?:src|href)="\/?([^"]+\.js)"/g)];
  for (const [, file] of scripts) follow(file as string, files);
  const styles = [...page.matchAll(/<link[^>]+href="\/?([^"]+\.css)"/g)].map(([, file]) => file as string);
  const sizes = new Map<string, number>();
  const kib = (file: string) => {
    const size = sizes.get(file) ?? compressed(readFileSync(DIST + file)) / 1_024;
    sizes.set(file, size);
    return size;
  };
  const sum = (of: Iterable<string>) => [...of].reduce((total, file) => total + kib(file), 0);
  const largest = [...files].sort((a, b) => kib(b) - kib(a)).slice(0, 5);
  return {
    rows: [
      {
        figure: 'JavaScript on first paint, brotli',
        values: [sum(files)],
        digits: 1,
        unit: 'KiB',
        target: { atMost: 114 },
      },
      ...VISITOR_SCREENS.map(([visit, page, atMost]) => ({
        ...firstVisit(visit, sum(filesOf([page], files))),
        target: { atMost },
      })),
      ...MEMBER_SCREENS.map(([visit, ...pages]) =>
        firstVisit(visit, sum(filesOf([...pages, ...MEMBER_FRAME], files))),
      ),
      { figure: 'styles on first paint, brotli', values: [sum(styles)], digits: 1, unit: 'KiB' },
      { figure: 'the page itself, brotli', values: [compressed(Buffer.from(page)) / 1_024], unit: 'KiB' },
    ],
    faults: files.size === 0 ? ['index.html names no script'] : [],
    notes: [
      `${files.size} files; the largest: ${largest.map((file) => `${file} ${kib(file).toFixed(1)}`).join(', ')}.`,
    ],
  };
}

function firstVisit(visit: string, kib: number) {
  return {
    figure: `JavaScript of a first visit to ${visit}, brotli`,
    values: [kib],
    digits: 1,
    unit: 'KiB',
  };
}

/** The chunks of these names with their imports and those of every page. */
function filesOf(names: readonly string[], first: ReadonlySet<string>): Set<string> {
  const files = new Set(first);
  const built = readdirSync(`${DIST}assets`);
  for (const name of names) {
    // File names are a name, a dash and seven characters that change with the content.
    const file = built.find(
      (one) => one.length === name.length + 11 && one.startsWith(`${name}-`) && one.endsWith('.js'),
    );
    if (!file) throw new Error(`the build has no chunk ${name}`);
    follow(`assets/${file}`, files);
  }
  return files;
}

/** Adds a file and all that it imports with `import … from` or `export … from`. */
function follow(file: string, files: Set<string>): void {
  if (files.has(file)) return;
  files.add(file);
  const code = readFileSync(DIST + file, 'utf8');
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  for (const [, imported] of code.matchAll(
    /(?:^|[;}\s])(?:import|export)\b[^"'()]*?["']\.\/([^"']+\.js)["']/g,
  )) {
    follow(folder + imported, files);
  }
}

function compressed(bytes: Buffer): number {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}
