// @vitest-environment happy-dom
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { Button } from '../actions/button.tsx';
import { Dialog } from './dialog.tsx';

// Focus moves after a frame or two, and frames are late on a busy machine.
configure({ asyncUtilTimeout: 10_000 });
afterEach(cleanup);

function Held({ isDismissable = true }: { isDismissable?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>Open</Button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title="Before you write"
        closeLabel="Close"
        isDismissable={isDismissable}
      >
        Words
      </Dialog>
    </>
  );
}

it('takes the focus, closes on Escape and restores the focus', async () => {
  render(<Held />);
  const opener = screen.getByRole('button', { name: 'Open' });
  fireEvent.click(opener);
  const dialog = await screen.findByRole('dialog', { name: 'Before you write' });
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  fireEvent.keyDown(document.activeElement ?? dialog, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

it('stays open on Escape when it is not dismissable', async () => {
  render(<Held isDismissable={false} />);
  fireEvent.click(screen.getByRole('button', { name: 'Open' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.keyDown(dialog, { key: 'Escape' });
  expect(screen.queryByRole('dialog')).toBe(dialog);
});

it("uses the language of the page for built-in labels, not the browser's", async () => {
  document.documentElement.lang = 'pl';
  render(<Held />);
  fireEvent.click(screen.getByRole('button', { name: 'Open' }));
  const dialog = await screen.findByRole('dialog');
  const buttons = [...(dialog.parentElement?.querySelectorAll('button') ?? [])];
  const names = buttons.map((one) => one.getAttribute('aria-label'));
  expect(names).toContain('Zignoruj');
  expect(names).not.toContain('Dismiss');
  document.documentElement.lang = '';
});
