// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { LikeDialog } from './like-dialog.tsx';

it.each(['Ann, 30', 'Write to Ann'])(
  'closes the dialog once and then navigates, on a press on %s',
  async (name) => {
    const seen: string[] = [];
    const open = () => seen.push(document.querySelector('dialog')?.open ? 'open' : 'closed');
    const onClose = vi.fn<() => void>();
    const profile = { id: 'a'.repeat(24), name: 'Ann', age: 30, fictional: false };
    const piece = (
      <LikeDialog
        {...{ profile, onClose }}
        src={undefined}
        isMatch
        buttonText="Write to Ann"
        onPhoto={open}
        onButton={open}
      />
    );
    renderPage(piece, { settings: {} });
    fireEvent.click(await screen.findByRole('button', { name }));
    // The browser has restored the focus by then: a link to the current page does not move it.
    expect(seen).toEqual(['closed']);
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
  },
);
