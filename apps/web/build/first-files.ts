import { LANDERS } from '@heartline/contracts';
import type { Plugin, Rolldown } from 'vite';

/** Catalogs of a page: of the frame, with those of landers, or with those of all screens. */
type Words = 'frame' | 'landers' | 'all';

/** The visitors of a page: anonymous, members or both. Both see the first one; each sees the others. */
interface First {
  /** Address of the page, as a pattern. */
  at: string;
  visitor?: readonly string[];
  member?: readonly string[];
  /** The texts it shows; by default those of all screens. */
  words?: Words;
}

const LANDER_FILES = 'src/features/pages/landers/';
const MEMBER_FRAME = 'src/app/composition.tsx';
const SEARCH = 'src/features/discovery/members-page.tsx';
const CHATS = 'src/features/messaging/chats-page.tsx';
const CHAT = 'src/features/messaging/chat-page.tsx';

/** The screens on which most visits begin, and the modules that render them. */
const FIRST: readonly First[] = [
  { at: '^/$', visitor: ['src/features/pages/home-page.tsx'], words: 'frame' },
  ...LANDERS.map((name) => ({
    at: `^/landers/${name}(?:/|$)`,
    visitor: [`${LANDER_FILES}lander-page.tsx`, `${LANDER_FILES}load-lander.ts`, `${LANDER_FILES}${name}.ts`],
    words: 'landers' as const,
  })),
  { at: '^/members$', visitor: [SEARCH], member: [MEMBER_FRAME, SEARCH] },
  {
    at: '^/members/[^/]+$',
    visitor: ['src/features/discovery/visitor-profile-page.tsx'],
    member: [MEMBER_FRAME, 'src/features/profiles/profile-page.tsx'],
  },
  { at: '^/members/[^/]+/chat$|^/chats/[^/]+$', member: [MEMBER_FRAME, CHATS, CHAT] },
  { at: '^/chats$', member: [MEMBER_FRAME, CHATS] },
  { at: '^/likes(?:/|$)', member: [MEMBER_FRAME, 'src/features/likes/likes-page.tsx'] },
  { at: '^/signup$', visitor: ['src/features/accounts/sign-up-page.tsx'] },
  { at: '^/login$', visitor: ['src/features/accounts/login-page.tsx'] },
];

/**
 * Writes `first-files.json`: the files each of these pages needs beside the first chunk, and the texts of each
 * language. The gateway names them in the page it serves. The browser then loads all of them at once, not one after the
 * other.
 */
export function firstFiles(): Plugin {
  return {
    name: 'first-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const initial = new Set(
        chunks.filter(({ isEntry }) => isEntry).flatMap((one) => withImports(one, bundle)),
      );
      const filesOf = (modules: readonly string[] = []) => {
        const files = modules.flatMap((module) => {
          const chunk = chunks.find(({ moduleIds }) =>
            moduleIds.some((id) => id.endsWith(`/apps/web/${module}`)),
          );
          if (!chunk) throw new Error(`module not in any chunk: ${module}`);
          return withImports(chunk, bundle);
        });
        return [...new Set(files)].filter((file) => !initial.has(file));
      };
      const pages = FIRST.map(({ at, visitor, member, words = 'all' }) => ({
        at,
        visitor: filesOf(visitor),
        member: filesOf(member),
        words,
      }));
      this.emitFile({
        type: 'asset',
        fileName: 'first-files.json',
        source: JSON.stringify({ pages, words: wordsOf(chunks) }),
      });
    },
  };
}

/** A chunk and all its static imports. */
function withImports(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle, seen = new Set<string>()) {
  if (seen.has(chunk.fileName)) return [...seen];
  seen.add(chunk.fileName);
  for (const name of chunk.imports) {
    const imported = bundle[name];
    if (imported?.type === 'chunk') withImports(imported, bundle, seen);
  }
  return [...seen];
}

/** The files of catalogs by language. */
function wordsOf(chunks: readonly Rolldown.OutputChunk[]): Record<Words, Record<string, string[]>> {
  const words: Record<Words, Record<string, string[]>> = { frame: {}, landers: {}, all: {} };
  for (const { moduleIds, fileName } of chunks) {
    const [, locale, name] =
      moduleIds.map((id) => /\/locales\/(\w+)\/(\w+)\.po$/.exec(id)).find(Boolean) ?? [];
    if (!locale) continue;
    const kinds: readonly Words[] =
      name === 'frame' ? ['frame', 'landers', 'all'] : [name === 'landers' ? 'landers' : 'all'];
    for (const kind of kinds) words[kind][locale] = [...(words[kind][locale] ?? []), fileName];
  }
  return words;
}
