// @vitest-environment happy-dom
import type { DiscountCode } from '@heartline/contracts';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../../client/query.ts';
import { discountCodeOf } from '../../../testing/discount-code.ts';
import { renderPageHook } from '../../../testing/render-page.tsx';
import { useActiveDiscount } from './active-discount.ts';

const HOUR_MS = 3_600_000;
const time = discountCodeOf({ expires: Date.now() + 4 * HOUR_MS });
const welcome = discountCodeOf({ code: 'HELLO30', kind: 'welcome', value_percentage: 30 });
const typed = (value_percentage: number) => discountCodeOf({ code: 'TYPED', kind: 'code', value_percentage });

interface Given {
  bonus?: DiscountCode | null;
  welcome?: DiscountCode | null | 'error';
  typed?: DiscountCode;
  paid_user?: boolean;
}

/** Renders the hook for a member with these discounts; returns the queries asked. */
function open(given: Given) {
  const asked: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    const { search } = new URL(url as string, 'https://site.example');
    asked.push(search);
    const { bonus = null, welcome: welcomeCode = null } = given;
    if (search === '') return Response.json({ discountcode: bonus, serverAt: Date.now() });
    if (search !== '?welcome=true') return Response.json({ discountcode: given.typed, serverAt: Date.now() });
    if (welcomeCode === 'error') {
      return Response.json({ error: { code: 'INTERNAL', message: '' } }, { status: 500 });
    }
    return Response.json({ discountcode: welcomeCode, serverAt: Date.now() });
  });
  if (given.typed) sessionStorage.setItem('discount-code', given.typed.code);
  queryClient.setQueryData(keys.user, { user: { id: 'm', paid_user: given.paid_user ?? false } });
  return { asked, ...renderPageHook(useActiveDiscount) };
}

it.each<[string, Given, string | undefined]>([
  ['nothing without any', {}, undefined],
  ['the time bonus, not the welcome code [S4-043]', { bonus: time, welcome }, 'TIMEBONUS25'],
  ['the welcome code without a time bonus [S4-044]', { welcome }, 'HELLO30'],
  ['a typed code that is worth more', { bonus: time, typed: typed(26) }, 'TYPED'],
  ['the time bonus if a typed code is worth less', { bonus: time, typed: typed(24) }, 'TIMEBONUS25'],
  ['a typed code of a member who has paid', { welcome, typed: typed(10), paid_user: true }, 'TYPED'],
])('is %s', async (_what, given, code) => {
  const { result } = open(given);
  await expect.poll(() => result.current).not.toBeUndefined();
  await expect.poll(() => result.current?.code).toBe(code);
});

it('is the welcome code once the time bonus has ended [S4-044]', async () => {
  const { result } = open({ bonus: discountCodeOf({ expires: Date.now() + 500 }), welcome });
  await expect.poll(() => result.current?.code).toBe('HELLO30');
});

it('keeps the welcome code under its key, and ignores its errors [S3-175 S7-036 S7-037 S8-031]', async () => {
  const { asked } = open({ welcome });
  await expect
    .poll(() => queryClient.getQueryData(['welcomeDiscountcode']))
    .toMatchObject({ code: 'HELLO30' });
  expect(asked).toContain('?welcome=true');
  queryClient.clear();
  const failing = open({ welcome: 'error' });
  await expect.poll(() => queryClient.getQueryState(['welcomeDiscountcode'])?.status).toBe('error');
  await expect.poll(() => failing.result.current).toBeNull();
});
