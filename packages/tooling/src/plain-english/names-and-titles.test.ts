import { expect, it } from 'vitest';
import { parseSource } from './comments.ts';
import { checkDeclaredNames, checkPath } from './home-made-names.ts';
import { checkTitles } from './titles.ts';

const titlesIn = (source: string) => checkTitles(parseSource(source, 'a.test.ts')).map(({ line }) => line);
const namesIn = (source: string) =>
  checkDeclaredNames(parseSource(source, 'a.ts')).map(({ text }) => text.split(':')[0]);

it('accepts a title of 80 characters and refuses 81', () => {
  expect(titlesIn(`it('${'x'.repeat(80)}', () => {});`)).toEqual([]);
  expect(titlesIn(`\nit('${'x'.repeat(81)}', () => {});`)).toEqual([2]);
});

it('does not count the row ids in brackets at the end of a title', () => {
  expect(titlesIn(`it('${'x'.repeat(80)} [S4-012, F22] (M3)', () => {});`)).toEqual([]);
  expect(titlesIn(`it('[S4-012] ${'x'.repeat(72)}', () => {});`)).toEqual([1]);
});

it.each(['describe', 'test', 'it.skip', 'it.skipIf(a)', 'it.each(table)', 'describe.each(table)'])(
  'reads the title of %s',
  (call) => {
    expect(titlesIn(`${call}('${'x'.repeat(81)}', () => {});`)).toEqual([1]);
  },
);

it('counts the fixed text of a title with holes', () => {
  expect(
    titlesIn(`it(\`${'x'.repeat(40)}\${longValueThatDoesNotCount}${'x'.repeat(39)}\`, () => {});`),
  ).toEqual([]);
  expect(titlesIn(`it(\`${'x'.repeat(40)}\${a}${'x'.repeat(41)}\`, () => {});`)).toEqual([1]);
  expect(titlesIn(`it('${'x'.repeat(40)}' + '${'x'.repeat(41)}', () => {});`)).toEqual([1]);
});

it('finds a home-made term in every kind of declaration', () => {
  const source = `
    import { a as toldA } from 'a';
    const { b: toldB, toldC = 1 } = a;
    function toldD(toldE) {}
    class ToldF { toldG = 1; toldH() {} }
    interface ToldI<ToldJ> { toldK: string; toldL(): void }
    type ToldM = { TOLD_N: string };
    enum ToldO { ToldP }`;
  expect(namesIn(source)).toEqual(
    [
      'toldA',
      'toldB',
      'toldC',
      'toldD',
      'toldE',
      'ToldF',
      'toldG',
      'toldH',
      'ToldI',
      'ToldJ',
      'toldK',
    ].concat(['toldL', 'ToldM', 'TOLD_N', 'ToldO', 'ToldP']),
  );
});

it('does not count uses, values, texts and parts of words', () => {
  expect(namesIn(`import { told } from 'a'; told({ told: 'told' }); const household = told.told;`)).toEqual(
    [],
  );
});

it('finds a term of several words only side by side', () => {
  expect(namesIn('const sureStore = 1; const storeSure = 2;')).toEqual(['sureStore']);
  expect(namesIn('const devHub = 1; const devHubPage = 2; const hub = 3;')).toEqual(['hub']);
});

it('finds a term in the name of a file and of a folder', () => {
  expect(checkPath('packages/waiting-room/open-door.test.ts').map(({ text }) => text.split(':')[0])).toEqual([
    'waiting-room',
    'open-door',
  ]);
  expect(checkPath('packages/households/a.ts')).toEqual([]);
});
