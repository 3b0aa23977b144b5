import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { methodTable } from './method-table.ts';
import { ROOT } from './reference-pages.ts';

it('the page about payments has the table of ways to pay as the code has it', async () => {
  const page = await readFile(join(ROOT, 'infra/reference/payments.md'), 'utf8');
  const table = await methodTable();
  expect(table.split('\n')).toHaveLength(16);
  expect(page, 'replace the table in infra/reference/payments.md by the expected one').toContain(table);
});
