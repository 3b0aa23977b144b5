import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readLockfile } from '../lockfile/read-lockfile.ts';
import { isLicenceAllowed } from './licence-policy.ts';
import { THIRD_PARTY_PAGE, thirdPartyPage } from './third-party.ts';

/**
 * `npm run licences`: refuses packages whose licence is unknown or not on the list.
 * It also fails when the page of notices does not match the lockfile; `--write` writes that page first.
 */
const root = process.cwd();
const packages = await readLockfile(root);
const refused = packages.filter((each) => !isLicenceAllowed(each));
for (const { path, license } of refused) console.error(`${path}: ${license ?? 'no licence given'}`);
if (refused.length > 0) {
  console.error(
    'Use another package, or read the licence and enter it in licence-policy.ts with the reason.',
  );
}

const page = thirdPartyPage(packages);
const place = join(root, THIRD_PARTY_PAGE);
if (process.argv.includes('--write')) await writeFile(place, page);
const isStale = (await readFile(place, 'utf8').catch(() => '')) !== page;
if (isStale) {
  console.error(`${THIRD_PARTY_PAGE} does not match the lockfile. Run: npm run licences -- --write`);
}
console.log(`licences: ${packages.length} packages, ${refused.length} refused`);
process.exitCode = packages.length === 0 || refused.length > 0 || isStale ? 1 : 0;
