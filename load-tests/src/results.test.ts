import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { row } from './measure.ts';
import { commitName, mergeRows, type Report, rowsByBenchmark } from './results.ts';

const judged = (figure: string, ...values: number[]) => row(figure, values, { atLeast: 2 });

const report = (name: string, more: Partial<Report> = {}): Report => ({
  name,
  at: '2026-11-22T10:00:00.000Z',
  commit: 'abc1234',
  machine: 'one',
  othersShare: 0,
  rows: [judged('events', 1, 2, 3)],
  faults: [],
  notes: [],
  ...more,
});

it('names the measured commit, with -dirty if code differs from it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'checkout-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  expect(await commitName(folder)).toBe('unknown');
  const git = (...words: string[]) => execFileSync('git', words, { cwd: folder });
  git('init', '--quiet');
  await writeFile(join(folder, 'code.ts'), '1');
  await writeFile(join(folder, 'RESULTS.md'), '1');
  git('add', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@b.example', 'commit', '--quiet', '--message=one');
  const commit = await commitName(folder);
  expect(commit).toMatch(/^[0-9a-f]+$/);
  await writeFile(join(folder, 'RESULTS.md'), '2');
  expect(await commitName(folder)).toBe(commit);
  await writeFile(join(folder, 'code.ts'), '2');
  expect(await commitName(folder)).toBe(`${commit}-dirty`);
});

describe('the table of results', () => {
  const benchmarksIn = (table: string) => [...rowsByBenchmark(table).keys()];

  it('replaces the rows of a benchmark by its newest report and keeps all others', () => {
    const first = mergeRows('', [report('b'), report('a')]);
    const second = mergeRows(first, [report('b', { commit: 'def5678', rows: [judged('other', 5)] })]);
    expect(benchmarksIn(second)).toEqual(['a', 'b']);
    expect(second.split('\n')).toContain(
      '| a | events | 1.00 / 2.00 / 3.00 | ≥ 2 | met | 2026-11-22 abc1234, one |',
    );
    expect(second.split('\n')).toContain('| b | other | 5.00 | ≥ 2 | met | 2026-11-22 def5678, one |');
    expect(mergeRows(second, [])).toBe(second);
    expect(mergeRows(second, [report('b')])).toHaveLength(first.length);
  });

  it('shows judged rows and marked ones, with the source in the first', () => {
    const rows = [judged('low', 1), row('left out', [1]), row('marked', [1], { isShown: true })];
    const lines = mergeRows('', [report('a', { rows })])
      .split('\n')
      .slice(2);
    expect(lines).toEqual([
      '| a | low | 1.00 | ≥ 2 | **missed** | 2026-11-22 abc1234, one |',
      '|  | marked | 1.00 |  |  |  |',
    ]);
    expect(mergeRows('', [report('a', { rows, faults: ['one lost'] })])).toContain('| ≥ 2 | **failed** |');
  });

  it('names a void run only while its benchmark has no rows', () => {
    const isVoid = { othersShare: 0.9 };
    const table = mergeRows(mergeRows('', [report('a')]), [
      report('a', { ...isVoid, commit: 'def5678' }),
      report('b', isVoid),
    ]);
    expect(benchmarksIn(table)).toEqual(['a']);
    expect(table).not.toContain('def5678');
    expect(table).toContain('Void runs only, so no figures: b.');
    expect(mergeRows(table, [report('b')])).not.toContain('Void runs only');
  });

  it('is a page of at most 12 KiB', async () => {
    const page = await readFile(fileURLToPath(new URL('../RESULTS.md', import.meta.url)));
    expect(page.byteLength).toBeLessThanOrEqual(12 * 1_024);
  });
});
