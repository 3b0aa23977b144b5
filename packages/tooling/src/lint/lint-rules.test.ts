import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
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

/** Runs the linter as `npm run lint` does, on one planted file, and lists the rules it breaks. */
async function rulesBrokenBy(path: string, source: string): Promise<string[]> {
  await using tree = await plantFiles({ 'tsconfig.json': TSCONFIG, [path]: source });
  const binary = join(repositoryRoot, 'node_modules/.bin/oxlint');
  const config = join(repositoryRoot, '.oxlintrc.json');
  const flags = ['-c', config, '--type-aware', '--deny-warnings', '-f', 'json'];
  const output = await new Promise<string>((resolve) => {
    execFile(binary, flags, { cwd: tree.root }, (_error, stdout) => resolve(stdout));
  });
  const { diagnostics } = JSON.parse(output) as { diagnostics: { code: string }[] };
  return diagnostics.map(({ code }) => code);
}

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

describe('the linter', () => {
  it.each(MISTAKES)('catches %s', async (_name, source, rule) => {
    expect(await rulesBrokenBy('packages/core/src/planted.ts', source)).toContain(rule);
  });

  it('catches the environment being read outside config.ts', async () => {
    const source = 'export const home = process.env.HOME;\n';
    expect(await rulesBrokenBy('services/gateway/src/routes.ts', source)).toEqual(['node(no-process-env)']);
    expect(await rulesBrokenBy('services/gateway/src/config.ts', source)).toEqual([]);

    const imported = "import { env } from 'node:process';\nexport const home = env.HOME;\n";
    expect(await rulesBrokenBy('services/gateway/src/routes.ts', imported)).toEqual([
      'eslint(no-restricted-imports)',
    ]);
  });

  it.each([
    ["export const tone = localStorage.getItem('tone');\n", 'no-restricted-globals'],
    ["export const tone = () => globalThis.sessionStorage.getItem('tone');\n", 'no-restricted-properties'],
    ['export const open = () => indexedDB.open;\n', 'no-restricted-globals'],
    ['export const kept = async () => (await caches.keys()).length;\n', 'no-restricted-globals'],
    ['export const read = () => document.cookie;\n', 'no-restricted-properties'],
    ['export const worker = () => navigator.serviceWorker.controller;\n', 'no-restricted-properties'],
    ["import { openDB } from 'idb';\nexport const open = () => openDB('a', 1);\n", 'no-restricted-imports'],
  ])('catches browser storage read outside its guarded module: %s', async (source, rule) => {
    expect(await rulesBrokenBy('apps/web/src/features/planted.ts', source)).toContain(`eslint(${rule})`);
    expect(await rulesBrokenBy('apps/web/src/client/storage.ts', source)).not.toContain(`eslint(${rule})`);
  });

  it('lets an awaited call and a voided one pass', async () => {
    const source = `${SAVE}export async function run(): Promise<void> {\n  await save();\n  void save();\n}\n`;
    expect(await rulesBrokenBy('packages/core/src/planted.ts', source)).toEqual([]);
  });
});
