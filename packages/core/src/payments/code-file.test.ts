import { describe, expect, it } from 'vitest';
import { linesOfEntries, readCodeFile } from './code-file.ts';

const NOW = Date.parse('2026-11-01T00:00:00Z');
const PLACES = { countries: ['NL', 'DE'], currencies: ['EUR'] };
const TEN = { code: 'TEN', percent: 10, until: '2026-12-31T23:00:00Z' };

const read = (...entries: unknown[]) => readCodeFile(JSON.stringify(entries, null, 2), PLACES, NOW);
const problemsOf = (...entries: unknown[]) => {
  const found = read(...entries);
  return 'problems' in found ? found.problems : [];
};

describe('readCodeFile', () => {
  it('reads codes, with every limit open by default', () => {
    expect(read(TEN, { ...TEN, code: 'HELLO', kind: 'welcome', countries: ['NL'] })).toEqual({
      codes: [
        {
          code: 'TEN',
          kind: 'code',
          percent: 10,
          countries: [],
          currency: null,
          minimumCents: 0,
          packages: null,
          methods: null,
          from: NOW,
          until: Date.parse(TEN.until),
          validity: 'once-per-user',
          maxUses: null,
          member: null,
        },
        expect.objectContaining({ code: 'HELLO', validity: 'first-purchase', countries: ['NL'] }),
      ],
    });
  });

  it.each<[string, object, RegExp]>([
    ['percent 0', { percent: 0 }, /percent must be a whole number from 1 to 99/],
    ['percent 101', { percent: 101 }, /percent must be/],
    ['percent 100', { percent: 100 }, /percent must be/],
    ['percent -5', { percent: -5 }, /percent must be/],
    ['percent "25 %"', { percent: '25 %' }, /percent must be/],
    ['an unknown country', { countries: ['NL', 'XX'] }, /countries has the unknown entry "XX"/],
    ['no country', { countries: [] }, /countries must be a list/],
    ['until before from', { from: '2027-01-01T00:00:00Z' }, /until must be after from/],
    ['a time that is over', { until: '2026-10-01T00:00:00Z' }, /until is over/],
    ['a day without a time', { until: '2026-12-31' }, /until must be a time in UTC/],
    ['a code in lower case', { code: 'ten' }, /code must be 3 to 32/],
    ['the code of the time bonus', { code: 'TIMEBONUS25' }, /welcome discount of every site/],
    ['a minimum without its currency', { minimumCents: 1_000 }, /minimumCents needs a currency/],
    ['an unknown field', { percentage: 10 }, /percentage is unknown/],
    ['too many uses', { maxUses: 10_001 }, /maxUses must be/],
    ['a welcome code for one way to pay', { kind: 'welcome', methods: ['ideal'] }, /methods does not go/],
  ])('refuses %s with line and reason', (_, wrong, reason) => {
    const problems = problemsOf(TEN, { ...TEN, code: 'OTHER', ...wrong });
    expect(problems).toEqual([expect.stringMatching(reason)]);
    // The first entry takes five lines: its braces and its three fields.
    expect(problems[0]).toMatch(/^line 7: /);
  });

  it('refuses the same code twice, and a file that is not a list of codes', () => {
    expect(problemsOf(TEN, TEN)).toEqual(['line 7: code "TEN" is there twice']);
    expect(problemsOf(null)).toEqual(['line ?: a code must be an object']);
    expect(problemsOf()).toEqual(['The file must be a list of codes.']);
    expect(readCodeFile('{"code":', PLACES, NOW)).toEqual({
      problems: [expect.stringMatching(/^The file is not JSON/)],
    });
  });
});

it('finds the line of each entry, whatever its texts hold', () => {
  expect(linesOfEntries('[\n{"a":"}{\\"["},\n\n{"b":[{}]}, {"c":1}]')).toEqual([2, 4, 4]);
});
