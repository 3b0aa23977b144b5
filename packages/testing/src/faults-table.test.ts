import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

/** Path of a test that FAULTS.md names: `tests/` is in this package, all others start at the repository root. */
const pathOf = (name: string) =>
  fileURLToPath(new URL(name.startsWith('tests/') ? `../${name}` : `../../../${name}`, import.meta.url));

/** The faults of a cell, as in “F1 to F4, F16”. */
function faultsIn(cell: string): number[] {
  return [...cell.matchAll(/F(\d+)(?: to F(\d+))?/g)].flatMap(([, first, last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => Number(first) + index),
  );
}

const table = read('../FAULTS.md').split('## Faults')[1]?.split('\n\n')[1] ?? '';
const rows = table
  .split('\n')
  .slice(2)
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, faults = '', tests = '']) => ({
    faults: faultsIn(faults),
    tests: [...tests.matchAll(/`([^`]+\.test\.ts)`/g)].map(([, name = '']) => name),
  }));

it('names a test for each of the faults F1 to F31', () => {
  const reported = new Set(rows.flatMap(({ faults }) => faults));
  expect([...reported].sort((a, b) => a - b)).toEqual(Array.from({ length: 31 }, (_, index) => index + 1));
});

it('names existing tests, and for each fault one that mentions it', () => {
  const wrong = rows.flatMap(({ faults, tests }) => {
    const missing = tests.filter((name) => !existsSync(pathOf(name)));
    const texts = tests
      .filter((name) => !missing.includes(name))
      .map((name) => readFileSync(pathOf(name), 'utf8'));
    const unsaid = faults.filter((fault) => !texts.some((text) => new RegExp(`\\bF${fault}\\b`).test(text)));
    return [...missing, ...unsaid.map((fault) => `F${fault}, in none of ${tests.join(', ')}`)];
  });
  expect(wrong).toEqual([]);
});
