import { describe, expect, it } from 'vitest';
import { parsePage } from './parse-page.ts';

const HEAD = '---\ntitle: A page\n---\n';

const blocksOf = (markdown: string) => {
  const parsed = parsePage(HEAD + markdown);
  return 'page' in parsed ? parsed.page.blocks : parsed.faults;
};
const faultsOf = (source: string) => {
  const parsed = parsePage(source);
  return 'faults' in parsed
    ? parsed.faults.map(({ line, column, reason }) => `${line}:${column} ${reason}`)
    : [];
};

describe('parsePage', () => {
  it('reads title, description and every kind of block', () => {
    const source = `---
title: Rules of {site}
description: What is not allowed.
---

## One & only

Words, **strong**, *stressed* and [a **link**](/pricing).
Second line to {support_email}.

- first
- second

  more
  1. inner

> Quoted

| a | b |
| - | - |
| 1 | {refund_days} |

![A cat](/media/cat.webp)

---

{cookie_table}
`;
    expect(parsePage(source)).toEqual({
      page: {
        title: 'Rules of {site}',
        description: 'What is not allowed.',
        blocks: [
          { kind: 'heading', level: 2, anchor: 'one-only', content: [{ text: 'One & only' }] },
          {
            kind: 'paragraph',
            content: [
              { text: 'Words, ' },
              { text: 'strong', strong: true },
              { text: ', ' },
              { text: 'stressed', emphasis: true },
              { text: ' and ' },
              { text: 'a ', href: '/pricing' },
              { text: 'link', strong: true, href: '/pricing' },
              { text: '.\nSecond line to ' },
              { variable: 'support_email' },
              { text: '.' },
            ],
          },
          {
            kind: 'list',
            ordered: false,
            start: 1,
            entries: [
              { paragraphs: [[{ text: 'first' }]] },
              {
                paragraphs: [[{ text: 'second' }], [{ text: 'more' }]],
                list: { ordered: true, entries: [[{ text: 'inner' }]] },
              },
            ],
          },
          { kind: 'quote', paragraphs: [[{ text: 'Quoted' }]] },
          {
            kind: 'table',
            head: [[{ text: 'a' }], [{ text: 'b' }]],
            rows: [[[{ text: '1' }], [{ variable: 'refund_days' }]]],
          },
          { kind: 'image', src: '/media/cat.webp', alt: 'A cat' },
          { kind: 'divider' },
          { kind: 'variable', name: 'cookie_table' },
        ],
      },
    });
  });

  it('gives headings of the same words different anchors', () => {
    expect(blocksOf('## Ärger\n\n## Ärger\n\n## —\n')).toMatchObject([
      { anchor: 'ärger' },
      { anchor: 'ärger-2' },
      { anchor: 'section' },
    ]);
  });

  it.each([
    ['https://example.com/a?b=c'],
    ['mailto:help@example.com'],
    ['tel:+31201234567'],
    ['/pages/terms#law'],
    ['#law'],
  ])('takes a link to %s', (href) => {
    expect(blocksOf(`[x](${href})`)).toEqual([{ kind: 'paragraph', content: [{ text: 'x', href }] }]);
  });

  it.each([
    ['<script>alert(1)</script>', '4:1 Not allowed here: HTML.'],
    ['a <b>bold</b> word', '4:3 Not allowed here: HTML.'],
    ['<!-- note -->', '4:1 Not allowed here: HTML.'],
    ['[x](javascript:alert(1))', '4:1 A link leads to'],
    ['[x](JaVaScRiPt:alert(1))', '4:1 A link leads to'],
    ['[x](<java\tscript:alert(1)>)', '4:1 A link leads to'],
    ['[x](data:text/html,x)', '4:1 A link leads to'],
    ['[x](http://example.com)', '4:1 A link leads to'],
    ['[x](//evil.example)', '4:1 A link leads to'],
    ['[x](/\\evil.example)', '4:1 A link leads to'],
    ['[x](/../x)', '4:1 A link leads to'],
    ['[x](mailto:{support_email})', '4:1 A link has no variable'],
    ['![x](data:image/png;base64,AA)', '4:1 A picture comes from /media/'],
    ['![x](https://example.com/x.png)', '4:1 A picture comes from /media/'],
    ['![](/media/x.webp)', '4:1 A picture needs words'],
    ['words ![x](/media/x.webp)', '4:7 A picture stands alone'],
    ['# Title', '4:1 A heading of level 1'],
    ['##### Small', '4:1 A heading of level 5'],
    ['words {unknown}', '4:7 There is no variable {unknown}.'],
    ['words {__proto__}', '4:1 A brace belongs to a {variable}.'],
    ['words {constructor}', '4:7 There is no variable {constructor}.'],
    ['words {cookie_table}', '4:7 {cookie_table} stands alone'],
    ['```\ncode\n```', '4:1 Not allowed here: a block of code'],
    ['a `code`', '4:3 Not allowed here: code'],
    ['[x][y]\n\n[y]: /a', '4:1 Not allowed here: a link by reference'],
    ['| a | b |\n| - |\n', '4:1 A table is not complete'],
    ['| a | b |', '4:1 A table is not complete'],
    ['| a | b |\n| - | - |\n| 1 |', '6:1 This row has 1 cells and the head 2.'],
    ['> ## Heading', '4:3 Inside a quotation only paragraphs'],
    ['- ## Heading', '4:3 Inside a list only paragraphs'],
    ['- a\n  - b\n    - c', '6:5 Inside a list only paragraphs'],
    ['- - b', '4:1 An entry of a list has no words.'],
    ['1.\n   - b\n   - c', '4:1 An entry of a list has no words.'],
    ['- a\n-\n- b', '5:1 An entry of a list has no words.'],
    ['- a\n  - b\n  -', '6:3 An entry of a list has no words.'],
    ['- a\n  - b\n\n  c', '7:3 The list under an entry comes after'],
    ['- a\n\n  3. b', '6:3 A list under an entry begins with 1.'],
    ['![of {nope}](/media/x.webp)', '4:1 The words of a picture have no variable.'],
    ['![x](/media/x.webp "of {nope}")', '4:1 A link or picture has no title'],
    ['[x](/pricing "of {nope}")', '4:1 A link or picture has no title'],
    ['| a | b |\n| - | - |', '4:1 A table has no row'],
    ['##', '4:1 A heading has no words.'],
    ['a\0b', '4:2 This is no character'],
    ['a\uD800b', '4:2 This is no character'],
    ['', '1:1 The text is empty.'],
  ])('refuses %j with its place and reason', (markdown, fault) => {
    const [first = ''] = faultsOf(HEAD + markdown);
    expect(first.slice(0, fault.length)).toBe(fault);
  });

  it.each([
    ['## No title', '1:1 A text begins with lines of'],
    ['---\ntitle:\n---\nwords', '1:1 A text begins with lines of'],
    [`---\ntitle: ${'x'.repeat(121)}\n---\nwords`, '1:1 The title has more than 120'],
    ['---\ntitle: {nothing}\n---\nwords', '1:1 There is no variable {nothing}'],
    ['---\ntitle: {imprint}\n---\nwords', '1:1 There is no variable {imprint} of text'],
    [`${HEAD}${'ä'.repeat(100_000)}`, '1:1 The text has more than 200 kB.'],
  ])('refuses the text %#', (source, fault) => {
    expect(faultsOf(source)[0]?.slice(0, fault.length)).toBe(fault);
  });

  it.each([
    ['a long line', '*a_'.repeat(60_000), '4:1 The line has more than 20000 characters.'],
    ['emphasis', `${'*a_'.repeat(6_000)}\n`.repeat(10), '4:3001 The text has more than 2000 marks'],
    ['lines', 'a\n'.repeat(90_000), '5001:1 The text has more than 5000 lines.'],
    ['quotations', '> a\n\n'.repeat(2_400), '4004:1 The text has more than 2000 marks'],
    ['nested quotations', `${'> '.repeat(9_000)}a`, '4:1 Lists and quotations are nested too deeply.'],
    ['nested bullets', `${'- '.repeat(9_000)}a`, '4:1 Lists and quotations are nested too deeply.'],
    ['indentation', `- a\n${' '.repeat(41)}- b`, '5:1 Lists and quotations are nested too deeply.'],
  ])('refuses before the slow parser runs: %s', (_, markdown, fault) => {
    const [first = ''] = faultsOf(HEAD + markdown);
    expect(first.slice(0, fault.length)).toBe(fault);
  });

  it('names the first hundred faults of a text', () => {
    expect(faultsOf(`${HEAD}${'{x} '.repeat(4_000)}\n\n${'<b> '.repeat(500)}`)).toHaveLength(100);
  });

  it('takes a divider of any length', () => {
    expect(blocksOf('a\n\n- - - - - -\n\n* * * * *')).toMatchObject([
      {},
      { kind: 'divider' },
      { kind: 'divider' },
    ]);
  });

  it('names every fault, in the order of the lines', () => {
    expect(faultsOf(`${HEAD}# One\n\n<b>\n\n{x}`)).toHaveLength(3);
  });

  it('reads a text with Windows line ends and a byte order mark alike', () => {
    const unix = `${HEAD}## A\n\nwords\n`;
    expect(parsePage(`\uFEFF${unix.replaceAll('\n', '\r\n')}`)).toEqual(parsePage(unix));
  });
});
