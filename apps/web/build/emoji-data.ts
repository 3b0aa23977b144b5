import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { LOCALES } from '@heartline/contracts';
import { foldText } from '@heartline/domain';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);
const { version } = require('emojibase-data/package.json') as { version: string };

/** The fields of an emoji that the picker reads. The others would double the download. */
const FIELDS = ['emoji', 'label', 'group', 'subgroup', 'version', 'tags'] as const;

/** Change this with the format of the data: browsers never request the same address again. */
const MADE = 'folded';

interface Entry extends Record<string, unknown> {
  label: string;
  tags?: string[];
  group?: number;
  skins?: { tone: unknown; emoji: string }[];
}

/** The picker compares letter by letter. A folded tag lets "coeur" find "cœur". */
function withFolded({ label, tags = [] }: Entry): string[] {
  const words = [label, ...tags];
  const folded = words.map(foldText).filter((word, at) => word !== words[at]?.toLowerCase());
  return [...new Set([...tags, ...folded])];
}

/** The names of all emoji in one language, in the picker's format. */
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
 * Writes the names of emoji beside the app, one file per language, so that the picker needs no foreign host. The
 * address carries the version and is cached for ever.
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
