import type { PageBlock } from '@heartline/contracts';
import { expect, it } from 'vitest';
import { blocksHtml, blocksText, pageDocument } from './pages.blocks.ts';

const ORIGIN = 'https://x.test';
const BLOCKS: PageBlock[] = [
  { kind: 'heading', level: 2, anchor: 'a', content: [{ text: 'Withdraw <now>' }] },
  {
    kind: 'paragraph',
    content: [
      { text: 'See ' },
      { text: 'refund', href: '/credits/refund', strong: true },
      { text: ', ' },
      { text: 'help@x.test', href: 'mailto:help@x.test' },
      { text: ' or ' },
      { text: 'below', href: '#form', emphasis: true },
      { text: '.' },
    ],
  },
  {
    kind: 'list',
    ordered: true,
    start: 3,
    entries: [
      { paragraphs: [[{ text: 'One' }]], list: { ordered: false, entries: [[{ text: 'inner' }]] } },
      { paragraphs: [[{ text: 'Two' }]] },
    ],
  },
  { kind: 'quote', paragraphs: [[{ text: 'To us:' }], [{ text: 'Name:' }]] },
  { kind: 'table', head: [[{ text: 'A' }], [{ text: 'B' }]], rows: [[[{ text: '1' }], [{ text: '2' }]]] },
  { kind: 'facts', facts: [{ label: 'Company', content: [{ text: 'X & Y' }] }] },
  { kind: 'button', href: '/withdraw', label: 'Withdraw' },
  { kind: 'image', src: '/media/a.webp', alt: 'A form' },
  { kind: 'divider' },
];

it('writes a page as plain text with the address behind each link', () => {
  expect(blocksText(BLOCKS, ORIGIN)).toBe(
    [
      'Withdraw <now>',
      'See refund (https://x.test/credits/refund), help@x.test or below.',
      '3. One\n  - inner\n4. Two',
      '> To us:\n>\n> Name:',
      'A | B\n1 | 2',
      'Company: X & Y',
      'Withdraw:\nhttps://x.test/withdraw',
      'A form',
      '---',
    ].join('\n\n'),
  );
});

it('writes a page as HTML without pictures, and its words as text', () => {
  const html = blocksHtml(BLOCKS, { origin: ORIGIN, deeper: 1 });
  expect(html).toContain('<h3>Withdraw &lt;now&gt;</h3>');
  expect(html).toContain(
    '<a href="https://x.test/credits/refund" style="color:inherit"><strong>refund</strong></a>',
  );
  expect(html).toContain('<em>below</em>');
  expect(html).toContain('<ol start="3"><li>One<ul><li>inner</li></ul></li><li>Two</li></ol>');
  expect(html).toContain('<th scope="col" align="left">A</th>');
  expect(html).not.toMatch(/<img|href="(?!https:|mailto:)/);
});

it('makes a file of a page with its title and language', () => {
  const file = pageDocument({ title: 'Terms & rules', locale: 'de', blocks: BLOCKS }, ORIGIN);
  expect(file).toContain('<html lang="de">');
  expect(file).toContain('<h1>Terms &amp; rules</h1>');
  expect(file).toContain('<h2>Withdraw &lt;now&gt;</h2>');
  expect(file).not.toContain('<script');
});
