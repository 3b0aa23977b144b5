import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { checkSources } from './check-sources.ts';
import { formatFinding } from './findings.ts';
import { STILL_TO_REWRITE } from './still-to-rewrite.ts';

/** `npm run plain-english [-- folder or file …]`: prints each place that breaks a rule of plain English. */
const root = process.cwd();
const places = parseArgs({ allowPositionals: true }).positionals.map((place) => relative(root, place));
const { files, broken, clean } = checkSources(root, places, STILL_TO_REWRITE);

const lines = broken.flatMap(({ path, findings }) => findings.map((finding) => formatFinding(path, finding)));
const counts = Map.groupBy(
  broken.flatMap(({ findings }) => findings),
  ({ rule }) => rule,
);
const total = Array.from(counts, ([rule, found]) => `${rule} ${found.length}`);
if (lines.length > 0) process.stderr.write(`${lines.join('\n')}\n\n${total.join(', ')}\n`);
for (const entry of clean) {
  console.error(
    `${entry} has no findings: remove it from packages/tooling/src/plain-english/still-to-rewrite.ts`,
  );
}
if (files === 0) console.error('No source file was read: the path is wrong, or the check itself is broken.');
process.exitCode = files === 0 || lines.length > 0 || clean.length > 0 ? 1 : 0;
