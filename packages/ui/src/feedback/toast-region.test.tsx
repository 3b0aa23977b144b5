// @vitest-environment happy-dom
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { showToast, Toasts } from './toasts.tsx';

it('shows the same words once, and what offers something to do each time', async () => {
  const shown = () => [...document.querySelectorAll('[role=alertdialog]')].map((one) => one.textContent);
  const isSticky = true;
  // Said before the page has a place for it, it is shown there.
  for (const title of ['Saved', 'Saved', 'Sent']) await showToast({ title, isSticky });
  createRoot(document.body).render(<Toasts label="Notices" closeLabel="Close" />);
  await expect.poll(shown).toEqual(['Sent', 'Saved']);
  const action = { label: 'Undo', onPress: () => {} };
  for (const title of ['Removed', 'Removed']) await showToast({ title, isSticky, action });
  await expect.poll(shown).toEqual(['RemovedUndo', 'RemovedUndo', 'Sent']);
});
