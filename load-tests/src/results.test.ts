import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { row } from './measure.ts';
import { commitName, mergeSections, type Report } from './results.ts';

const report = (name: string, more: Partial<Report> = {}): Report => ({
  name,
  at: '2026-11-22T10:00:00.000Z',
  commit: 'abc1234',
  machine: 'one',
  othersShare: 0,
  rows: [row('events', [1, 2, 3])],
  faults: [],
  notes: [],
  ...more,
});

it('names the commit that was measured, and says where code differs from it', async () => {
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
  it('takes a new report in under its name and keeps what has none', () => {
    const first = mergeSections('', [report('b'), report('a')]);
    const second = mergeSections(first, [report('b', { commit: 'def5678' })]);
    expect(second.match(/^### .*$/gm)).toEqual(['### a', '### b']);
    expect(second).toContain('commit abc1234');
    expect(second).toContain('commit def5678');
    expect(mergeSections(second, [])).toBe(second);
  });

  it('names a run that something disturbed only where nothing better stands', () => {
    const disturbed = { othersShare: 0.9 };
    const table = mergeSections(mergeSections('', [report('a')]), [
      report('a', { ...disturbed, commit: 'def5678' }),
      report('b', disturbed),
    ]);
    expect(table).toContain('commit abc1234');
    expect(table).not.toContain('def5678');
    expect(table).toContain('without figures here: b.');
    expect(mergeSections(table, [report('b')])).not.toContain('without figures');
  });
});
