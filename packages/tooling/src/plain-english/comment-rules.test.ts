import { describe, expect, it } from 'vitest';
import { checkComment } from './comment-rules.ts';
import { commentsOf, hashCommentsOf, parseSource } from './comments.ts';

const rulesIn = (source: string, path = 'a.tsx') =>
  commentsOf(parseSource(source, path))
    .flatMap(checkComment)
    .map(({ rule, line }) => `${rule} ${line}`);

const sentenceOf = (words: number) => `The${' word'.repeat(words - 1)}.`;

describe('sentence-length', () => {
  it('accepts 25 words and refuses 26', () => {
    expect(rulesIn(`// ${sentenceOf(25)}`)).toEqual([]);
    expect(rulesIn(`// ${sentenceOf(26)}`)).toEqual(['sentence-length 1']);
  });

  it('joins the lines of a comment and names the line the sentence begins on', () => {
    const comment = `/**\n * Short.\n * ${sentenceOf(20).slice(0, -1)}\n * ${sentenceOf(6)}\n */`;
    expect(rulesIn(comment)).toEqual(['sentence-length 3']);
    expect(rulesIn(`// ${sentenceOf(13).slice(0, -1)}\n// ${sentenceOf(13)}`)).toEqual(['sentence-length 1']);
  });

  it('counts code, a link and an address as one word', () => {
    const code = '`one two three` {@link four five} https://six.example/seven.eight';
    expect(rulesIn(`// ${sentenceOf(22).slice(0, -1)} ${code}.`)).toEqual([]);
    expect(rulesIn(`// ${sentenceOf(23).slice(0, -1)} ${code}.`)).toEqual(['sentence-length 1']);
  });

  it('reads each item of a list, each tag and each paragraph by itself', () => {
    const half = sentenceOf(20).slice(0, -1);
    expect(
      rulesIn(`/**\n * ${half}\n *\n * ${half}\n * - ${half}\n * - ${half}\n * @param a ${half}\n */`),
    ).toEqual([]);
    expect(rulesIn(`/** @param name ${sentenceOf(25)} */`)).toEqual([]);
    expect(rulesIn(`/** @param name ${sentenceOf(26)} */`)).toEqual(['sentence-length 1']);
  });

  it('does not read tables, drawings and fenced code', () => {
    const long = sentenceOf(26);
    expect(rulesIn(`/**\n * | ${long} |\n *\n *     ${long}\n * \`\`\`\n * ${long}\n * \`\`\`\n */`)).toEqual(
      [],
    );
  });

  it('does not end a sentence at an abbreviation', () => {
    expect(rulesIn(`// ${sentenceOf(20).slice(0, -1)}, e.g. one two three four five six.`)).toEqual([
      'sentence-length 1',
    ]);
  });
});

describe('clause-first', () => {
  it.each([
    'What was read is told by nobody.',
    'Who gives up lets nobody past.',
    'Where a browser refuses, the page waits.',
    'How long that takes says a lot.',
    'Whether it waits is known.',
    'Nobody asks.',
    'Short. Whoever comes is welcome.',
  ])('refuses "%s"', (text) => {
    expect(rulesIn(`// ${text}`)).toEqual(['clause-first 1']);
  });

  it.each([
    'What does the provider send?',
    'When a browser refuses, the page waits.',
    'Every sender whose credits are spent waits.',
    'However, the page waits.',
    'Whole pages wait.',
  ])('accepts "%s"', (text) => {
    expect(rulesIn(`// ${text}`)).toEqual([]);
  });

  it('accepts a clause as the first words of a tag', () => {
    expect(rulesIn('/** @returns whether the member may write. */')).toEqual([]);
    expect(rulesIn('/** @returns true. What follows waits. */')).toEqual(['clause-first 1']);
  });
});

describe('comment-length', () => {
  it('accepts three sentences and refuses four', () => {
    expect(rulesIn('// One it is. Two it is. Three it is.')).toEqual([]);
    expect(rulesIn('// One it is. Two it is.\n// Three it is. Four it is.')).toEqual(['comment-length 1']);
  });

  it('does not count tags, row ids and comments with a list', () => {
    expect(rulesIn('/**\n * One. Two. Three. S4-012.\n * @param a it is. It stays.\n */')).toEqual([]);
    expect(rulesIn('/**\n * One. Two.\n * - three.\n * - four.\n */')).toEqual([]);
  });
});

describe('the comments of a file', () => {
  it('are not the signs in strings, templates, expressions and texts of JSX', () => {
    const source =
      "const a = '// no'; const b = `/* no ${c /* inner */} */`; const d = /[/*]// 2;\n" +
      'const e = <p title="// no">http://no {/* of JSX */}</p>; // last';
    const texts = commentsOf(parseSource(source, 'a.tsx')).map(({ lines }) => lines.join('').trim());
    expect(texts).toEqual(['inner', 'of JSX', 'last']);
  });

  it('are not instructions to a tool', () => {
    expect(
      commentsOf(parseSource('// @vitest-environment happy-dom\n// oxlint-disable-next-line a', 'a.ts')),
    ).toEqual([]);
  });

  it('begin with # in YAML and in shell scripts', () => {
    const comments = hashCommentsOf('#!/bin/sh\n# One\n# two.\na: "b # no" # Three.\n');
    expect(comments).toEqual([
      { line: 2, lines: [' One', ' two.'] },
      { line: 4, lines: [' Three.'] },
    ]);
  });
});
