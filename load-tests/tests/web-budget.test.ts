import { expect, it } from 'vitest';
import { webBudget } from '../src/benchmarks/web-budget.ts';
import { meets } from '../src/measure.ts';

/** Bundle size does not depend on the machine. One careless import can add the texts of every archive. */
it('keeps every visitor screen within its size budget', async () => {
  const { rows } = await webBudget();
  const limited = rows.filter(({ target }) => target);
  expect(limited.length).toBeGreaterThan(4);
  expect(
    limited.filter((row) => !meets(row)).map(({ figure, values }) => `${figure}: ${values.join()}`),
  ).toEqual([]);
}, 180_000);
