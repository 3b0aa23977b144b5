import { offeredPackages, priceLists } from '@heartline/domain';
import { expect, it } from 'vitest';
import { packsFor } from './packs-for.ts';

const packs = offeredPackages(priceLists([], 0).EUR);

it.each([
  ['the three smallest for one message', 1, ['p0', 'p1', 'p2']],
  ['only those that are enough', 30, ['p1', 'p2', 'p3']],
  ['larger ones too, where only the largest is enough', 300, ['p1', 'p2', 'p3']],
  ['the largest ones when none is enough', 900, ['p1', 'p2', 'p3']],
])('offers %s', (_what, missing, ids) => {
  expect(packsFor(packs, missing).map(({ id }) => id)).toEqual(ids);
});

it('offers what there is while the packs are unknown', () => expect(packsFor([], 1)).toEqual([]));
