// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { LikeButton } from './like-button.tsx';

afterEach(cleanup);

function Held() {
  const [isLiked, setLiked] = useState(false);
  return <LikeButton label="Like Mira" isLiked={isLiked} onChange={setLiked} />;
}

it('toggles, and exposes its pressed state', async () => {
  render(<Held />);
  const button = screen.getByRole('button', { name: 'Like Mira' });
  expect(button.getAttribute('aria-pressed')).toBe('false');
  button.focus();
  expect(document.activeElement).toBe(button);
  // A native button: Enter and Space arrive as a click.
  button.click();
  expect((await screen.findByRole('button', { pressed: true })).querySelectorAll('path')).toHaveLength(3);
  button.click();
  expect(await screen.findByRole('button', { pressed: false })).toBeTruthy();
});
