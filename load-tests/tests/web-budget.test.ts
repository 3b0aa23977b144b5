import { expect, it } from 'vitest';
import { webBudget } from '../src/benchmarks/web-budget.ts';
import { meets } from '../src/measure.ts';

/** A size is no matter of the machine, and one careless line can bring the words of every archive along. */
it('no screen of a visitor loads more than it may', async () => {
  const { rows } = await webBudget();
  const limited = rows.filter(({ target }) => target);
  expect(limited.length).toBeGreaterThan(4);
  expect(
    limited.filter((row) => !meets(row)).map(({ figure, values }) => `${figure}: ${values.join()}`),
  ).toEqual([]);
}, 180_000);
