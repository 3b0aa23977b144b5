import { describe, expect, it } from 'vitest';
import { fillPage, type PageValues } from './fill-page.ts';
import { parsePage } from './parse-page.ts';

const NONE: PageValues = { text: {}, block: {} };
const COMPANY: PageValues = {
  text: { company: { text: 'Acme' }, support_email: { text: 'a@b.c', href: 'mailto:a@b.c' } },
  block: { ban_rules: { kind: 'divider' } },
};

function fill(markdown: string, values: PageValues) {
  const parsed = parsePage(`---\ntitle: Of {company}\n---\n${markdown}`);
  if ('faults' in parsed) throw new Error(JSON.stringify(parsed.faults));
  return fillPage(parsed.page, values);
}

/** The words of the only paragraph; undefined if it was left out. */
function wordsOf(markdown: string, values: PageValues = NONE): string | undefined {
  const [block] = fill(markdown, values).blocks;
  return block && 'content' in block ? block.content.map(({ text }) => text).join('') : undefined;
}

describe('fillPage', () => {
  it('fills variables of text with their links, and keeps the looks around them', () => {
    expect(fill('Of **{company}** at {support_email}.\nMore', COMPANY)).toEqual({
      title: 'Of Acme',
      description: '',
      blocks: [
        {
          kind: 'paragraph',
          content: [
            { text: 'Of ' },
            { text: 'Acme', strong: true },
            { text: ' at ' },
            { text: 'a@b.c', href: 'mailto:a@b.c' },
            { text: '. More' },
          ],
        },
      ],
    });
  });

  it('puts a block in the place of its variable', () => {
    expect(fill('{ban_rules}', COMPANY).blocks).toEqual([{ kind: 'divider' }]);
    expect(fill('{ban_rules}', NONE).blocks).toEqual([]);
  });

  it.each([
    ['Between you and us, {address}.', 'Between you and us.'],
    ['Us, {address}, decides.', 'Us, decides.'],
    ['Write, or call {support_phone}. We answer.', 'Write. We answer.'],
    ['Write, **or call {support_phone}**, today.', 'Write, today.'],
    ['Call {support_phone}.', undefined],
    ['First.\nCall {support_phone}.\nLast.', 'First. Last.'],
    ['One, two. Call {support_phone}.', undefined],
    ['Ask us, by phone {support_phone} between 9.00 and 17.00, or by mail.', 'Ask us, or by mail.'],
    ['Ask us, [Example, Inc.](/about) or {support_phone}. Thanks.', 'Ask us. Thanks.'],
    ['Acme (in Utrecht, {kvk}).', 'Acme (in Utrecht).'],
    ['A, b (see {kvk}, c) d.', 'A.'],
    ['(A, b) or {kvk}, c.', undefined],
    ['A, b {kvk} (c, d', undefined],
  ])('without a value, %j reads %j', (markdown, words) => {
    expect(wordsOf(markdown)).toBe(words);
  });

  it.each([
    ['{address} (KvK {kvk})', undefined],
    ['Write, or call {support_phone} or mail {support_email}.', 'Write.'],
    ['At {address}, number {kvk}, in town.', 'At Street 1.5, 1234 AB City, in town.'],
    ['Us, {address}, decide.', 'Us, Street 1.5, 1234 AB City, decide.'],
  ])('takes no mark inside a value for one of the text: %j', (markdown, words) => {
    const values: PageValues = {
      text: {
        address: { text: 'Street 1.5, 1234 AB City' },
        support_email: { text: 'help@site. nl', href: 'mailto:help@site.nl' },
      },
      block: {},
    };
    expect(wordsOf(markdown, values)).toBe(words);
  });

  it('leaves out entries, rows, headings and tables that have no value', () => {
    const text = `## Reach us

- Mail: {support_email}
- Phone: {support_phone}

## Numbers

### In the register

- {kvk}

## Table

| what | value |
| - | - |
| register | {kvk} |
| mail | {support_email} |

> {vat}
`;
    expect(fill(text, COMPANY).blocks).toMatchObject([
      { kind: 'heading', anchor: 'reach-us' },
      { kind: 'list', entries: [{ paragraphs: [[{ text: 'Mail: ' }, { text: 'a@b.c' }]] }] },
      { kind: 'heading', anchor: 'table' },
      { kind: 'table', rows: [[[{ text: 'mail' }], [{ text: 'a@b.c' }]]] },
    ]);
  });

  it('leaves out the heading of an emptied section only', () => {
    expect(fill('## Phone\n\n{support_phone}\n\n## Empty\n\n## Last\n\nwords', NONE).blocks).toMatchObject([
      { anchor: 'empty' },
      { anchor: 'last' },
      { kind: 'paragraph' },
    ]);
  });
});
