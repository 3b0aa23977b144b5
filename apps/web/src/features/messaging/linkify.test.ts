import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkify } from './linkify.ts';

const links = (text: string) => linkify(text).flatMap((piece) => ('href' in piece ? [piece.text] : []));

describe('linkify', () => {
  it('finds addresses and leaves out the punctuation after them', () => {
    expect(linkify('See https://example.org/a?b=c. Nice!')).toEqual([
      { start: 0, text: 'See ' },
      { start: 4, text: 'https://example.org/a?b=c', href: 'https://example.org/a?b=c' },
      { start: 29, text: '. Nice!' },
    ]);
    expect(links('(https://en.wikipedia.org/wiki/Heart_(symbol))')).toEqual([
      'https://en.wikipedia.org/wiki/Heart_(symbol)',
    ]);
    expect(links('http://a.example, http://b.example')).toEqual(['http://a.example', 'http://b.example']);
  });

  it.each([
    ['Siehe „https://example.com/seite“ bitte', 'https://example.com/seite'],
    ['‚https://example.com/a‘', 'https://example.com/a'],
    [
      'voir « https://example.com/a », «https://example.com/b»',
      'https://example.com/a',
      'https://example.com/b',
    ],
    ["'https://example.com/a','https://example.com/b'", 'https://example.com/a', 'https://example.com/b'],
    ['[https://example.com/a]', 'https://example.com/a'],
    ['{https://example.com/a}', 'https://example.com/a'],
    ['[https://example.com/a](https://example.com/b)', 'https://example.com/a', 'https://example.com/b'],
    [
      '「https://example.com/a」。（https://example.com/b）',
      'https://example.com/a',
      'https://example.com/b',
    ],
    ['*https://example.com/a*, _https://example.com/b_', 'https://example.com/a', 'https://example.com/b'],
    ['(*https://example.com/a.*)', 'https://example.com/a'],
    ['https://example.com/a\u200b und', 'https://example.com/a'],
    ['https://example.com/a\ufeff', 'https://example.com/a'],
    ['https://example.com/a – oder', 'https://example.com/a'],
    ['https://example.com/a。', 'https://example.com/a'],
  ])('ends an address before quotation marks and brackets around it: %s', (text, ...expected) =>
    expect(links(text)).toEqual(expected),
  );

  it.each([
    'https://en.wikipedia.org/wiki/Heart_(symbol)',
    "https://en.wikipedia.org/wiki/Valentine's_Day",
    'https://example.com/a[1]{b}?q=(c)',
    'https://example.com/snake_case_',
    'https://example.com/*',
    'https://example.com/%E2%80%9Cq%E2%80%9D#a~b',
    'https://example.com/Łódź/東京',
  ])('keeps the signs that belong to an address: %s', (address) =>
    expect(links(`see ${address} now`)).toEqual([address]),
  );

  it('accepts only http and https, and no address with a user name', () => {
    const hostile = [
      'javascript:alert(1)',
      'data:text/html,<script>1</script>',
      'https://bank.example@evil.example/',
      'https://',
      'https://localhost',
      'ftp://example.org',
    ];
    for (const text of hostile) expect(links(text)).toEqual([]);
    expect(links('https://example.org/"onmouseover="alert(1)')).toEqual(['https://example.org/']);
  });

  it('keeps every character of the message', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.webUrl(), fc.constant(' '))),
        (parts) => {
          const text = parts.join('');
          expect(
            linkify(text)
              .map((piece) => piece.text)
              .join(''),
          ).toBe(text);
          const hrefs = linkify(text).flatMap((piece) => ('href' in piece ? [piece.href] : []));
          expect(hrefs.filter((href) => !/^https?:\/\//.test(href))).toEqual([]);
        },
      ),
    );
  });
});
