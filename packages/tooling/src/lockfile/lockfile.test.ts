import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { repositoryRoot } from '../repository-root.ts';
import { type LockedPackage, readLockfile } from './read-lockfile.ts';
import { belowSecurityFloor, unusedSecurityFloors } from './security-floors.ts';

let packages: LockedPackage[];
let paths: Set<string>;

beforeAll(async () => {
  packages = await readLockfile(repositoryRoot);
  paths = new Set(packages.map(({ path }) => path));
});

/** Node looks for a package next to the importing one, then in each folder above it. */
function isLockedFor(asking: string, name: string): boolean {
  const folders = asking.split('/node_modules/');
  const above = folders.map((_, depth) => folders.slice(0, depth + 1).join('/node_modules/'));
  return [...above.map((folder) => `${folder}/node_modules/${name}`), `node_modules/${name}`].some((path) =>
    paths.has(path),
  );
}

/** Native packages by platform. npm locks only the platform of the last installer if an entry is lost. */
const NATIVE_TOOLS: Record<string, string[]> = {
  '@biomejs/': ['cli-linux-x64', 'cli-linux-arm64', 'cli-darwin-arm64', 'cli-darwin-x64', 'cli-win32-x64'],
  '@img/': [
    'sharp-linux-x64',
    'sharp-linux-arm64',
    'sharp-darwin-arm64',
    'sharp-darwin-x64',
    'sharp-win32-x64',
  ],
  '@node-rs/': [
    'argon2-linux-x64-gnu',
    'argon2-linux-arm64-gnu',
    'argon2-darwin-arm64',
    'argon2-win32-x64-msvc',
  ],
  '@rolldown/': ['binding-linux-x64-gnu', 'binding-linux-arm64-gnu', 'binding-darwin-arm64'],
  '@swc/': ['core-linux-x64-gnu', 'core-linux-arm64-gnu', 'core-darwin-arm64', 'core-win32-x64-msvc'],
  '@tailwindcss/': ['oxide-linux-x64-gnu', 'oxide-linux-arm64-gnu', 'oxide-darwin-arm64'],
};

/** Packages that work together only at the same version, with one copy of each. */
const FAMILIES: Record<string, RegExp> = {
  react: /^react(-dom)?$/,
  lingui: /^@lingui\//,
  vitest: /^(vitest|@vitest\/(coverage-v8|mocker|spy))$/,
  tailwind: /^(tailwindcss|@tailwindcss\/(node|oxide|vite))$/,
  redis: /^(redis$|@redis\/)/,
  'socket.io': /^socket\.io(-client)?$/,
  zod: /^zod$/,
  mongoose: /^mongoose$/,
  typescript: /^typescript$/,
};

describe('the lockfile', () => {
  it('names no registry and pins every package by its hash', () => {
    expect(packages.length).toBeGreaterThan(0);
    expect(packages.filter(({ resolved }) => resolved !== undefined)).toEqual([]);
    expect(packages.filter(({ integrity }) => integrity === undefined)).toEqual([]);
  });

  it('can be installed by a plain npm ci', () => {
    // Without a registry in the lockfile npm 11.19 looks up every version again. It then applies the age limit
    // without its exceptions, so a package younger than the limit stops the installation.
    const settings = readFileSync(join(repositoryRoot, '.npmrc'), 'utf8');
    expect(settings).not.toMatch(/^min-release-age-exclude/m);
  });

  it('holds every platform package that anything asks for', () => {
    const missing = packages.flatMap(({ path, optionalDependencies = {} }) =>
      Object.keys(optionalDependencies).filter((name) => !isLockedFor(path, name)),
    );
    expect(missing).toEqual([]);
  });

  it.each(Object.entries(NATIVE_TOOLS))('holds the native parts of %s for every platform', (scope, names) => {
    expect(names.filter((name) => !paths.has(`node_modules/${scope}${name}`))).toEqual([]);
  });

  it('holds no package with a known fault, and no floor for a package that is gone', () => {
    expect(belowSecurityFloor(packages)).toEqual([]);
    expect(unusedSecurityFloors(packages)).toEqual([]);
  });

  it.each(Object.entries(FAMILIES))('holds one version of the %s family', (_family, member) => {
    const found = packages.filter(({ name }) => member.test(name));
    expect(new Set(found.map(({ version }) => version)).size).toBe(1);
    expect(new Set(found.map(({ name }) => name)).size).toBe(found.length);
  });
});

describe('the security floors', () => {
  const locked = (name: string, version: string) => [{ name, version, path: `node_modules/${name}` }];

  it.each([
    ['ws', '8.22.9', true],
    ['ws', '8.23.0', false],
    ['ws', '9.0.0', false],
    ['ws', '7.5.14', true],
    ['fast-uri', '3.1.8', true],
    ['fast-uri', '3.1.9', false],
    ['fast-uri', '4.2.3', true],
    ['fast-uri', '4.10.0', false],
    ['left-pad', '0.0.1', false],
  ])('%s %s is refused: %s', (name, version, isRefused) => {
    expect(belowSecurityFloor(locked(name, version))).toHaveLength(Number(isRefused));
  });

  it('say which version to install', () => {
    expect(belowSecurityFloor(locked('nodemailer', '10.6.0'))).toEqual([
      'node_modules/nodemailer is 10.6.0: install 10.6.1 or newer',
    ]);
  });
});
