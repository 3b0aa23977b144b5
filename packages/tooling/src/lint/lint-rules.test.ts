import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { plantFiles } from '../plant-files.ts';
import { repositoryRoot } from '../repository-root.ts';

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    strict: true,
    module: 'ESNext',
    moduleResolution: 'Bundler',
    target: 'ES2024',
    types: [],
  },
});

const SAVE = 'export async function save(): Promise<void> {\n  await Promise.resolve();\n}\n';
const MISTAKES: [string, string, string][] = [
  ['a bare call', `${SAVE}export function run(): void {\n  save();\n}\n`, 'typescript(no-floating-promises)'],
  [
    'a floating chain',
    `${SAVE}export function run(): void {\n  save().then(() => 1);\n}\n`,
    'typescript(no-floating-promises)',
  ],
  [
    'an async callback where nothing waits',
    `${SAVE}export function run(list: number[]): void {\n  list.forEach(async () => {\n    await save();\n  });\n}\n`,
    'typescript(no-misused-promises)',
  ],
  [
    'a promise as a condition',
    `${SAVE}export function run(): number {\n  return save() ? 1 : 2;\n}\n`,
    'typescript(no-misused-promises)',
  ],
  ['any', 'export const anything: any = 1;\n', 'typescript(no-explicit-any)'],
  ['a loose comparison', 'export const same = (a: number, b: number) => a == b;\n', 'eslint(eqeqeq)'],
  ['a default export', 'const answer = 42;\nexport default answer;\n', 'import(no-default-export)'],
  ['a log line', "console.log('here');\n", 'eslint(no-console)'],
  [
    'a long function',
    `export function long(): void {\n${'  void 0;\n'.repeat(61)}}\n`,
    'eslint(max-lines-per-function)',
  ],
  ['a long file', 'export {};\n'.repeat(401), 'eslint(max-lines)'],
];

const STORAGE: [string, string][] = [
  ["export const tone = localStorage.getItem('tone');\n", 'no-restricted-globals'],
  ["export const tone = () => globalThis.sessionStorage.getItem('tone');\n", 'no-restricted-properties'],
  ['export const open = () => indexedDB.open;\n', 'no-restricted-globals'],
  ['export const kept = async () => (await caches.keys()).length;\n', 'no-restricted-globals'],
  ['export const read = () => document.cookie;\n', 'no-restricted-properties'],
  ['export const worker = () => navigator.serviceWorker.controller;\n', 'no-restricted-properties'],
  ["import { openDB } from 'idb';\nexport const open = () => openDB('a', 1);\n", 'no-restricted-imports'],
];
const ENVIRONMENT = 'export const home = process.env.HOME;\n';
const IMPORTED_ENVIRONMENT = "import { env } from 'node:process';\nexport const home = env.HOME;\n";
const AWAITED = `${SAVE}export async function run(): Promise<void> {\n  await save();\n  void save();\n}\n`;

const mistakeAt = (n: number) => `packages/core/src/mistake-${n}.ts`;
const pageAt = (n: number) => `apps/web/src/features/page-${n}.ts`;
/** The name of the module that may use browser storage, in a folder of its own for each case. */
const storageAt = (n: number) => `apps/web/src/case-${n}/client/storage.ts`;

const FILES: Record<string, string> = {
  ...Object.fromEntries(MISTAKES.map(([, source], n) => [mistakeAt(n), source])),
  ...Object.fromEntries(STORAGE.map(([source], n) => [pageAt(n), source])),
  ...Object.fromEntries(STORAGE.map(([source], n) => [storageAt(n), source])),
  'services/gateway/src/routes.ts': ENVIRONMENT,
  'services/gateway/src/config.ts': ENVIRONMENT,
  'services/gateway/src/imported.ts': IMPORTED_ENVIRONMENT,
  'packages/core/src/awaited.ts': AWAITED,
};

/** The rules that each file breaks, by path. The linter runs once, as `npm run lint` does, over all planted files. */
let broken: Map<string, string[]>;

beforeAll(async () => {
  await using tree = await plantFiles({ 'tsconfig.json': TSCONFIG, ...FILES });
  const binary = join(repositoryRoot, 'node_modules/.bin/oxlint');
  const config = join(repositoryRoot, '.oxlintrc.json');
  const flags = ['-c', config, '--type-aware', '--deny-warnings', '-f', 'json'];
  const output = await new Promise<string>((resolve) => {
    execFile(binary, flags, { cwd: tree.root }, (_error, stdout) => resolve(stdout));
  });
  const { diagnostics } = JSON.parse(output) as { diagnostics: { code: string; filename: string }[] };
  broken = new Map(Object.keys(FILES).map((path) => [path, []]));
  for (const { code, filename } of diagnostics) broken.get(filename)?.push(code);
});

describe('the linter', () => {
  it.each(MISTAKES.map(([name, , rule], n) => [name, rule, n] as const))('catches %s', (_name, rule, n) => {
    expect(broken.get(mistakeAt(n))).toContain(rule);
  });

  it('catches an environment variable read outside config.ts', () => {
    expect(broken.get('services/gateway/src/routes.ts')).toEqual(['node(no-process-env)']);
    expect(broken.get('services/gateway/src/config.ts')).toEqual([]);
    expect(broken.get('services/gateway/src/imported.ts')).toEqual(['eslint(no-restricted-imports)']);
  });

  it.each(STORAGE.map(([source, rule], n) => [source, `eslint(${rule})`, n] as const))(
    'catches browser storage read outside its guarded module: %s',
    (_source, rule, n) => {
      expect(broken.get(pageAt(n))).toContain(rule);
      expect(broken.get(storageAt(n))).not.toContain(rule);
    },
  );

  it('lets an awaited call and a voided one pass', () => {
    expect(broken.get('packages/core/src/awaited.ts')).toEqual([]);
  });
});
