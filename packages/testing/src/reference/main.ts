import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT, referencePages } from './reference-pages.ts';

/** Writes the generated pages: `npm run reference -w @heartline/testing`. */
for (const [path, text] of Object.entries(referencePages())) {
  await writeFile(join(ROOT, path), text);
}
