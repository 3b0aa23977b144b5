// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { routed } from '../../testing/routed.tsx';
import { EntryWarning } from './entry-warning.tsx';

it('opens again when the browser closes it without a button', async () => {
  const { shown } = routed({ '/': () => <EntryWarning layout="default" /> });
  queryClient.setQueryData(keys.user, null);
  renderPage(shown, { settings: { min_age: 18, name: 'Heartline', entry_popup_countries: [] } });
  const warning = await screen.findByRole<HTMLDialogElement>('dialog', { name: 'For adults' });
  warning.close();
  expect(warning.open).toBe(true);
});
