import { readLockfile } from '../lockfile/read-lockfile.ts';
import { isLicenceAllowed } from './licence-policy.ts';

/** `npm run licences`: stops on a package whose licence is not on the list, or not known. */
const packages = await readLockfile(process.cwd());
const refused = packages.filter((each) => !isLicenceAllowed(each));

for (const { path, license } of refused) console.error(`${path}: ${license ?? 'no licence given'}`);
if (refused.length > 0) {
  console.error(
    'Use another package, or read the licence and enter it in licence-policy.ts with the reason.',
  );
}
console.log(`licences: ${packages.length} packages, ${refused.length} refused`);
process.exitCode = packages.length === 0 || refused.length > 0 ? 1 : 0;
