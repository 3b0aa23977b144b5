import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Result } from '../measure.ts';

const DIST = fileURLToPath(new URL('../../../apps/web/dist/', import.meta.url));

/**
 * JavaScript that the first page needs before it paints: the entry and what it imports statically, through and
 * through, compressed as a server would. Chunks that are only imported when needed are not counted.
 */
export async function webBudget(): Promise<Result> {
  if (!existsSync(`${DIST}index.html`)) throw new Error('Build the web app first: npm run build');
  const page = readFileSync(`${DIST}index.html`, 'utf8');
  const files = new Set<string>();
  const scripts = [...page.matchAll(/<(?:script|link)[^>]+(?:src|href)="\/?([^"]+\.js)"/g)];
  for (const [, file] of scripts) follow(file as string, files);
  const styles = [...page.matchAll(/<link[^>]+href="\/?([^"]+\.css)"/g)].map(([, file]) => file as string);
  const kib = (file: string) => compressed(readFileSync(DIST + file)) / 1_024;
  const sum = (of: Iterable<string>) => [...of].reduce((total, file) => total + kib(file), 0);
  const largest = [...files].sort((a, b) => kib(b) - kib(a)).slice(0, 5);
  return {
    rows: [
      {
        figure: 'JavaScript on first paint, brotli',
        values: [sum(files)],
        digits: 1,
        unit: 'KiB',
        target: { atMost: 110 },
      },
      { figure: 'styles on first paint, brotli', values: [sum(styles)], digits: 1, unit: 'KiB' },
      { figure: 'the page itself, brotli', values: [compressed(Buffer.from(page)) / 1_024], unit: 'KiB' },
    ],
    faults: files.size === 0 ? ['index.html names no script'] : [],
    notes: [
      `${files.size} files; the largest: ${largest.map((file) => `${file} ${kib(file).toFixed(1)}`).join(', ')}.`,
    ],
  };
}

/** Adds a file and everything it imports with `import … from` or `export … from`. */
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
