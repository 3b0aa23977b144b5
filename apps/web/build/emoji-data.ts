import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { LOCALES } from '@heartline/contracts';
import { foldText } from '@heartline/domain';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);
const { version } = require('emojibase-data/package.json') as { version: string };

/** What the picker reads of an emoji; the rest would double what is sent. */
const FIELDS = ['emoji', 'label', 'group', 'subgroup', 'version', 'tags'] as const;

/** Changes with what is made of the data: the same address is never asked for again. */
const MADE = 'folded';

interface Entry extends Record<string, unknown> {
  label: string;
  tags?: string[];
  group?: number;
  skins?: { tone: unknown; emoji: string }[];
}

/** The picker compares letter by letter: "coeur" finds "cœur" by a tag that is written so. */
function withFolded({ label, tags = [] }: Entry): string[] {
  const words = [label, ...tags];
  const folded = words.map(foldText).filter((word, at) => word !== words[at]?.toLowerCase());
  return [...new Set([...tags, ...folded])];
}

/** The names of all emoji in one language, as the picker reads them. */
export function dataOf(locale: string): Record<string, string> {
  const read = (file: string) =>
    JSON.parse(readFileSync(require.resolve(`emojibase-data/${locale}/${file}.json`), 'utf8')) as unknown;
  const entries = (read('data') as Entry[]).filter((entry) => entry.group !== undefined);
  const data = entries.map((entry) => ({
    ...Object.fromEntries(FIELDS.map((name) => [name, entry[name]])),
    tags: withFolded(entry),
    ...(entry.skins && { skins: entry.skins.map(({ tone, emoji }) => ({ tone, emoji })) }),
  }));
  return { data: JSON.stringify(data), messages: JSON.stringify(read('messages')) };
}

/**
 * Puts the names of emoji beside the app, so that the picker asks our own host for them and only for the language it is
 * shown in. The address carries the version, and is kept for ever.
 */
export function emojiData(): Plugin {
  const base = `assets/emoji-${version}-${MADE}`;
  return {
    name: 'emoji-data',
    config: () => ({ define: { __EMOJI_DATA__: JSON.stringify(`${version}-${MADE}`) } }),
    generateBundle() {
      for (const locale of LOCALES) {
        for (const [file, source] of Object.entries(dataOf(locale))) {
          this.emitFile({ type: 'asset', fileName: `${base}/${locale}/${file}.json`, source });
        }
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const [, locale, file] = new RegExp(`^/${base}/(\\w+)/(\\w+)\\.json$`).exec(request.url ?? '') ?? [];
        const source = locale && file && LOCALES.some((one) => one === locale) && dataOf(locale)[file];
        if (!source) return next();
        response.setHeader('content-type', 'application/json');
        response.end(source);
      });
    },
  };
}
