import { checkBoundaries } from './check-boundaries.ts';

/** `npm run boundaries`: prints each forbidden import of the current folder with what to do instead. */
const { moduleCount, violations } = await checkBoundaries(process.cwd());
const reasons = new Map(violations.map(({ rule, reason }) => [rule, reason]));

for (const [rule, reason] of reasons) {
  console.error(`\n${rule}: ${reason}`);
  for (const { from, to } of violations.filter((violation) => violation.rule === rule)) {
    console.error(`  ${from} → ${to}`);
  }
}
console.log(`boundaries: ${moduleCount} modules, ${violations.length} forbidden imports`);
if (moduleCount === 0) console.error('No module was read: the check itself is broken.');
process.exitCode = moduleCount === 0 || violations.length > 0 ? 1 : 0;
