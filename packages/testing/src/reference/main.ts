import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REFERENCE_FOLDER, referencePages } from './reference-pages.ts';

/** Writes the reference pages anew: `node packages/testing/src/reference/main.ts`. */
await mkdir(REFERENCE_FOLDER, { recursive: true });
for (const [name, text] of Object.entries(referencePages())) {
  await writeFile(join(REFERENCE_FOLDER, name), text);
}
