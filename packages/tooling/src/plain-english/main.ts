import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { checkSources } from './check-sources.ts';
import { formatFinding } from './findings.ts';

/** `npm run plain-english [-- folder or file …]`: prints each place that breaks a rule of plain English. */
const root = process.cwd();
const places = parseArgs({ allowPositionals: true }).positionals.map((place) => relative(root, place));
const { files, broken } = checkSources(root, places);

const lines = broken.flatMap(({ path, findings }) => findings.map((finding) => formatFinding(path, finding)));
const counts = Map.groupBy(
  broken.flatMap(({ findings }) => findings),
  ({ rule }) => rule,
);
const total = Array.from(counts, ([rule, found]) => `${rule} ${found.length}`);
if (lines.length > 0) process.stderr.write(`${lines.join('\n')}\n\n${total.join(', ')}\n`);
if (files === 0) console.error('No source file was read: the path is wrong, or the check itself is broken.');
process.exitCode = files === 0 || lines.length > 0 ? 1 : 0;
