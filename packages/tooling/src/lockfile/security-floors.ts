import type { LockedPackage } from './read-lockfile.ts';

/**
 * Packages that parse untrusted input, each with the oldest safe release of every major version.
 * When an advisory names a package here, raise its floor; `npm run verify` then fails until the lockfile follows.
 */
const SECURITY_FLOORS: Readonly<Record<string, readonly string[]>> = {
  // 5.12.1 and 5.12.2 closed six advisories about bodies and forwarded headers; 5.12.8 is the newest patch.
  fastify: ['5.12.8'],
  // CVE-2026-15074 and three more: paths with dots that pass the guard of a folder.
  '@fastify/static': ['10.1.11'],
  '@fastify/send': ['4.2.1'],
  '@fastify/cookie': ['11.1.5'],
  'fast-uri': ['3.1.9', '4.2.4'],
  'find-my-way': ['9.10.2'],
  // CVE-2026-59725: an invalid request that ends the process.
  'engine.io': ['6.6.13'],
  'engine.io-client': ['6.6.8'],
  'socket.io': ['4.8.4'],
  'socket.io-client': ['4.8.4'],
  'socket.io-adapter': ['2.5.9'],
  'socket.io-parser': ['4.2.7'],
  ws: ['8.23.0'],
  // GHSA-p6gq-j5cr-w38f and three more about addresses and headers; fixed from 9.1.1 and in all of 10.
  nodemailer: ['10.6.1'],
};

const numbersOf = (version: string) => version.split(/[.+-]/).slice(0, 3).map(Number);

/** True if `version` is older than `floor`. Both are plain releases such as `1.20.3`. */
function isBefore(version: string, floor: string): boolean {
  const [ours, theirs] = [numbersOf(version), numbersOf(floor)];
  const differs = ours.findIndex((number, place) => number !== theirs[place]);
  return differs >= 0 && (ours[differs] ?? 0) < (theirs[differs] ?? 0);
}

/**
 * The locked packages with a known fault, one sentence each. A major version without a floor of its own counts as
 * faulty when it is older than the oldest floor.
 */
export function belowSecurityFloor(packages: readonly LockedPackage[]): string[] {
  return packages.flatMap(({ name, path, version = '0.0.0' }) => {
    const floors = SECURITY_FLOORS[name] ?? [];
    const floor = floors.find((one) => numbersOf(one)[0] === numbersOf(version)[0]) ?? floors[0];
    return floor && isBefore(version, floor) ? [`${path} is ${version}: install ${floor} or newer`] : [];
  });
}

/** Names with a floor that the lockfile no longer holds. */
export function unusedSecurityFloors(packages: readonly LockedPackage[]): string[] {
  const names = new Set(packages.map(({ name }) => name));
  return Object.keys(SECURITY_FLOORS).filter((name) => !names.has(name));
}
