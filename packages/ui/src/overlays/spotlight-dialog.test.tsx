// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { openOverlays } from './open-overlays.ts';
import { SpotlightDialog } from './spotlight-dialog.tsx';

afterEach(cleanup);

it('takes the focus itself, is named by its title, and closes by Escape and Back', () => {
  const onClose = vi.fn<() => void>();
  render(
    <SpotlightDialog title="It's a Match" eyebrow="New like!" onClose={onClose}>
      <button type="button">Keep looking</button>
    </SpotlightDialog>,
  );
  const dialog = screen.getByRole('dialog', { name: "It's a Match" });
  expect(document.activeElement).toBe(dialog);
  fireEvent.keyDown(dialog, { key: 'Escape' });
  expect(onClose).toHaveBeenCalledTimes(1);
  openOverlays.closeTop();
  expect(onClose).toHaveBeenCalledTimes(2);
});
