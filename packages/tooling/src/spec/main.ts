import { parseCommandArgs } from '../parse-command-args.ts';
import { readSpecCoverage } from './coverage.ts';

/** `npm run spec [-- --open <feature>]`: counts the rows of the checklist that a test proves, and lists open ones. */
const { open } = parseCommandArgs(
  'npm run spec counts the rows of the checklist that a test proves; `-- --open messaging` lists the open rows of a feature.',
  { open: { type: 'string' } },
);
const { features, unknown } = await readSpecCoverage(process.cwd());

function printTable() {
  const line = (name: string, proven: number, open: number) =>
    console.log(`${name.padEnd(14)}${String(proven).padStart(6)} proven${String(open).padStart(6)} open`);
  for (const { feature, proven, open } of features) line(feature, proven.length, open.length);
  line('all', features.flatMap(({ proven }) => proven).length, features.flatMap(({ open }) => open).length);
}

function printOpen(feature: string) {
  const coverage = features.find((each) => each.feature === feature);
  if (!coverage) {
    const names = features.map((each) => each.feature).join(', ');
    console.error(`The checklist has no feature "${feature}". It has: ${names}.`);
    process.exitCode = 1;
    return;
  }
  for (const { id, statement, how } of coverage.open) console.log(`${id}  ${statement}\n        ${how}`);
  console.log(`${coverage.open.length} open, ${coverage.proven.length} proven in ${feature}`);
}

if (open === undefined) printTable();
else printOpen(open);

for (const { id, at } of unknown) console.error(`${at} names ${id}, which the checklist does not have.`);
if (unknown.length > 0) process.exitCode = 1;
