import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findTerms, lineFrom, searchTerms, snippetAround } from './messaging.search.ts';

const found = (text: string, question: string) =>
  findTerms(text, searchTerms(question))?.map(([start, end]) => text.slice(start, end));

describe('searching words', () => {
  it('knows no case and no accents, and begins where words begin', () => {
    expect(found('See you at the Café, tomorrow?', 'CAFE')).toEqual(['Café']);
    expect(found('Café', 'cafe')).toEqual(['Café']);
    expect(found('Über Łódź nach Köln', 'köln uber')).toEqual(['Über', 'Köln']);
    expect(found('tomorrow', 'morrow')).toBeUndefined();
    expect(found('tomorrow, Tom', 'tom')).toEqual(['tom', 'Tom']);
    expect(found('明日は会える', '会')).toEqual(['会']);
  });

  it.each([
    ['To jest złoty pierścionek', 'zloty', 'złoty'],
    ['Za 5 zloty', 'złoty', 'zloty'],
    ['mon cœur bat', 'coeur', 'cœur'],
    ['mon coeur bat', 'cœur', 'coeur'],
    ['Straße', 'strasse', 'Straße'],
    ['Strasse', 'straße', 'Strasse'],
    ['STRASSE', 'STRAẞE', 'STRASSE'],
    ['Straße', 'stras', 'Straß'],
    ['smørrebrød', 'smorrebrod', 'smørrebrød'],
    ['Æblekage', 'aeble', 'Æble'],
    ['Þórr, ðis', 'thorr dis', 'Þórr'],
    ['Đorđe', 'dorde', 'Đorđe'],
    ['Işık', 'isik', 'Işık'],
    ['Οδυσσεύς', 'οδυσσευσ', 'Οδυσσεύς'],
    ['ﬁnal ＡＢＣ', 'final abc', 'ﬁnal'],
  ])('finds in "%s" what "%s" asks for', (text, question, first) =>
    expect(found(text, question)?.[0]).toBe(first),
  );

  it('finds no part of one letter', () => {
    expect(found('cœur', 'e')).toBeUndefined();
    expect(found('æ', 'e')).toBeUndefined();
    expect(found('Straße', 's')).toEqual(['S']);
    expect(found('ß', 's')).toEqual(['ß']);
  });

  it('wants every word of the question', () => {
    expect(found('coffee on Sunday', 'sunday coffee')).toEqual(['coffee', 'Sunday']);
    expect(found('coffee on Sunday', 'coffee monday')).toBeUndefined();
    expect(findTerms('anything', searchTerms(' … !'))).toBeUndefined();
  });

  it('is bounded, whatever is asked', () => {
    expect(searchTerms('a b c d e f g h').length).toBe(6);
    expect(searchTerms('x'.repeat(500))[0]).toHaveLength(40);
  });

  it('gives places that lie in the text, in order, apart', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'grapheme', maxLength: 6 }),
        (text, question) => {
          let last = 0;
          for (const [start, end] of findTerms(text, searchTerms(question)) ?? []) {
            expect(start).toBeGreaterThanOrEqual(last);
            expect(end).toBeGreaterThan(start);
            expect(end).toBeLessThanOrEqual(text.length);
            last = end;
          }
        },
      ),
    );
  });

  it('cuts a long text around what was found', () => {
    const text = `${'before '.repeat(60)}needle${' after'.repeat(60)}`;
    const snippet = snippetAround(text, [text.indexOf('needle'), text.indexOf('needle') + 6], 100);
    expect(snippet).toContain('needle');
    expect(snippet).toMatch(/^….*…$/);
    const family = '👩‍👩‍👧‍👦'.repeat(20);
    const around = snippetAround(`${family} needle ${family}`, [family.length + 1, family.length + 7], 100);
    expect(around).toMatch(/^…(👩‍👩‍👧‍👦)+ needle (👩‍👩‍👧‍👦)+…$/u);
    expect(snippetAround('short\ntext', [0, 5], 100)).toBe('short text');
    const atEnd = `${'before '.repeat(60)}needle`;
    expect(snippetAround(atEnd, [atEnd.length - 6, atEnd.length], 100)).toMatch(/^…[^…]*before needle$/);
  });

  it('begins a line near what was found, with a whole word', () => {
    const at = (text: string) => [text.indexOf('needle'), text.indexOf('needle') + 6] as const;
    const from = (text: string) => lineFrom(text, at(text), 12);
    expect(from('a needle in hay')).toBe('a needle in hay');
    expect(from('some hay, a needle')).toBe('some hay, a needle');
    expect(from('…all that hay has a needle in it')).toBe('…hay has a needle in it');
    expect(from('all that haystackhaystack-needle')).toBe('…ackhaystack-needle');
    const family = '👩‍👩‍👧‍👦'.repeat(3);
    expect(from(`${family}needle`)).toBe(`…${'👩‍👩‍👧‍👦'.repeat(2)}needle`);
  });
});
