// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { openMenu } from '../../testing/open-menu.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { SortMenu } from './sort-menu.tsx';

it.each([
  [['interests'], ['Recently active', 'New here', 'Most in common']],
  [[], ['Recently active', 'New here']],
] as const)('of a site that shows %j, it offers %j', async (shown, offered) => {
  renderPage(<SortMenu value={undefined} onChange={() => {}} />, {
    settings: { visible_profile_fields: [...shown] },
  });
  const menu = openMenu('Sort by: Recently active');
  const names = () => [...menu.querySelectorAll('[role^=menuitem]')].map(({ textContent }) => textContent);
  await expect.poll(names).toEqual(offered);
});
