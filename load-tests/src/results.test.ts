import { describe, expect, it } from 'vitest';
import { row } from './measure.ts';
import { mergeSections, type Report } from './results.ts';

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
