// @vitest-environment happy-dom
import { createMemoryHistory } from '@tanstack/react-router';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { routed } from '../../testing/routed.tsx';
import { ProfilePage } from './profile-page.tsx';

it('a profile that could not be loaded can be asked for again', async () => {
  let asked = 0;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    if ((url as string).includes('member.php')) asked += 1;
    return Response.json({ error: { code: 'INTERNAL', message: '' } }, { status: 500 });
  });
  const history = createMemoryHistory({ initialEntries: [`/default/members/${'a'.repeat(24)}`] });
  renderPage(routed({ '/default/members/$id': ProfilePage }, history).shown, { settings: {} });
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('heading', { level: 1 })).toBeTruthy();
  expect(asked).toBe(1);
  fireEvent.click(again);
  await expect.poll(() => asked).toBe(2);
});
