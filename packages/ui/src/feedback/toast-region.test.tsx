// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { clearToasts, fetchToastsBy, showToast, Toasts } from './toasts.tsx';

const shown = () => screen.queryAllByRole('alertdialog').map((one) => one.textContent);
const isSticky = true;

beforeEach(() => fetchToastsBy((load) => load()));
afterEach(() => {
  clearToasts();
  cleanup();
});

it('shows an early toast once its code is loaded, unless the member left', async () => {
  let letGo = () => {};
  const line = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  fetchToastsBy((load) => line.then(load));
  render(<Toasts label="Notifications" closeLabel="Close" />);
  const early = showToast({ title: 'For who left', isSticky });
  clearToasts();
  const late = showToast({ title: 'Not connected', isSticky });
  letGo();
  await Promise.all([early, late]);
  await expect.poll(shown).toEqual(['Not connected']);
  (await late)();
  await expect.poll(shown).toEqual([]);
});

it('ignores a failed load, and loads again with the next toast', async () => {
  fetchToastsBy(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
  render(<Toasts label="Notifications" closeLabel="Close" />);
  (await showToast({ title: 'Lost', isSticky }))();
  fetchToastsBy((load) => load());
  await showToast({ title: 'Saved', isSticky });
  await expect.poll(shown).toEqual(['Saved']);
});

it('shows equal toasts once, but each one that has an action', async () => {
  // Toasts shown before the region is mounted appear in it later.
  for (const title of ['Saved', 'Saved', 'Sent']) await showToast({ title, isSticky });
  render(<Toasts label="Notifications" closeLabel="Close" />);
  expect(shown()).toEqual(['Sent', 'Saved']);
  const action = { label: 'Undo', onPress: () => {} };
  for (const title of ['Removed', 'Removed']) await showToast({ title, isSticky, action });
  await expect.poll(shown).toEqual(['RemovedUndo', 'RemovedUndo', 'Sent']);
});

it('undoes the newest notice by its button or by Ctrl+Z outside a field', async () => {
  const undone: string[] = [];
  render(
    <>
      <Toasts label="Notices" closeLabel="Close" />
      <input aria-label="Field" />
    </>,
  );
  for (const title of ['First', 'Second', 'Third'])
    await showToast({ title, isSticky, undo: { label: 'Undo', onPress: () => undone.push(title) } });
  await expect.poll(shown).toEqual(['ThirdUndo', 'SecondUndo', 'FirstUndo']);
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Field', hidden: true }), {
    key: 'z',
    ctrlKey: true,
  });
  expect(undone).toEqual([]);
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
  expect(undone).toEqual(['Third']);
  await expect.poll(shown).toEqual(['SecondUndo', 'FirstUndo']);
  fireEvent.click(screen.getAllByRole('button', { name: 'Undo', hidden: true })[1] ?? document.body);
  expect(undone).toEqual(['Third', 'First']);
  await expect.poll(shown).toEqual(['SecondUndo']);
});
