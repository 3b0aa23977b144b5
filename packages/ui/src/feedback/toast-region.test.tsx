// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { showToast, Toasts } from './toasts.tsx';

afterEach(cleanup);

it('shows the same words once, and what offers something to do each time', async () => {
  const shown = () => screen.queryAllByRole('alertdialog').map((one) => one.textContent);
  const isSticky = true;
  // Said before the page has a place for it, it is shown there.
  for (const title of ['Saved', 'Saved', 'Sent']) await showToast({ title, isSticky });
  render(<Toasts label="Notices" closeLabel="Close" />);
  expect(shown()).toEqual(['Sent', 'Saved']);
  const action = { label: 'Undo', onPress: () => {} };
  for (const title of ['Removed', 'Removed']) await showToast({ title, isSticky, action });
  await expect.poll(shown).toEqual(['RemovedUndo', 'RemovedUndo', 'Sent']);
});
