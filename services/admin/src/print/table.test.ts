import { describe, expect, it } from 'vitest';
import { facts, table, time } from './table.ts';

describe('tables of the operators’ command', () => {
  it('align their columns under the names of the first row', () => {
    const text = table([
      { id: 'a', name: 'Mara' },
      { id: 'bcd', name: null },
    ]);
    expect(text.split('\n')).toEqual(['id   name', '───  ────', 'a    Mara', 'bcd  –']);
  });

  it('say so when there is nothing', () => {
    expect(table([])).toBe('Nothing found.');
    expect(table([], 'No open case.')).toBe('No open case.');
  });

  it('let no text of a member end a line or command the terminal', () => {
    const text = table([{ note: 'one\ntwo\u001b[31mred\u202e' }]);
    expect(text.split('\n')).toHaveLength(3);
    for (const hidden of ['\u001b', '\u202e']) expect(text).not.toContain(hidden);
    expect(facts({ note: 'a\r\nb' })).toBe('note  a b');
  });

  it('cut what is wider than a screen', () => {
    const [, , line] = table([{ note: 'x'.repeat(200) }]).split('\n');
    expect(line).toHaveLength(60);
  });

  it('write times to the minute, and say of which clock', () => {
    expect(time(Date.UTC(2026, 4, 3, 12, 34, 56))).toBe('2026-05-03 12:34 UTC');
    expect(time(null)).toBe('–');
  });
});
