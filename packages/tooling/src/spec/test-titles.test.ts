import { expect, it } from 'vitest';
import { findTitleIds } from './test-titles.ts';

const idsIn = (source: string) => findTitleIds(source).map(({ id }) => id);

it('reads ids from titles of it, test and describe', () => {
  expect(
    idsIn(`
      describe('S4-001 sending', () => {
        it('S4-002 S4-003 costs credits', () => {});
        test(\`S4-004 \${price} each\`, async () => {});
        it('S4-005 is one ' + 'thing', () => {});
        it.concurrent('S4-006 at once', () => {});
      });`),
  ).toEqual(['S4-001', 'S4-002', 'S4-003', 'S4-004', 'S4-005', 'S4-006']);
});

it('reads ids from tables whose values the title shows', () => {
  expect(idsIn(`it.each([['S4-001', 1], ['S4-002', 2]])('%s costs %d', () => {});`)).toEqual([
    'S4-001',
    'S4-002',
  ]);
  expect(idsIn(`const ROWS = [{ id: 'S4-003' }] as const;\nit.each(ROWS)('$id holds', () => {});`)).toEqual([
    'S4-003',
  ]);
  expect(idsIn("it.each`id | n\n${'S4-004'} | ${1}`('$id holds', () => {});")).toEqual(['S4-004']);
  expect(idsIn(`it.each([['S4-005']])('a title without its values', () => {});`)).toEqual([]);
});

it('does not count what never runs, nor ids outside titles', () => {
  expect(
    idsIn(`
      // it('S4-001 in a comment', () => {});
      it.skip('S4-002 later', () => {});
      it.todo('S4-003 later');
      describe.skip('S4-004 later', () => { it('S4-005 inside', () => {}); });
      it('plain', () => { expect('S4-006').toBe('S4-007'); log('S4-008', 1); });`),
  ).toEqual([]);
});

it('says where an id stands', () => {
  expect(findTitleIds("\n\nit('S4-001 holds', () => {});")).toEqual([{ id: 'S4-001', line: 3 }]);
});
