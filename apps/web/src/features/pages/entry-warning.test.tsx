// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { routed } from '../../testing/routed.tsx';
import { EntryWarning } from './entry-warning.tsx';

const NOW = Date.UTC(2026, 10, 5, 12);

function openWarning() {
  const { shown } = routed({ '/': () => <EntryWarning layout="default" /> });
  queryClient.setQueryData(keys.user, null);
  renderPage(shown, { settings: { min_age: 18, name: 'Heartline', entry_popup_countries: [] } });
  return screen.findByRole<HTMLDialogElement>('dialog', { name: 'For adults' });
}

it('stores the time of its dismissal, and closes [S2-205]', async () => {
  await openWarning();
  vi.spyOn(Date, 'now').mockReturnValue(NOW);
  fireEvent.click(screen.getByRole('button', { name: 'I’m 18 or over' }));
  expect(localStorage.getItem('hide-entry-warning')).toBe(String(NOW));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});

it('opens again when the browser closes it without a button', async () => {
  const warning = await openWarning();
  warning.close();
  expect(warning.open).toBe(true);
});
