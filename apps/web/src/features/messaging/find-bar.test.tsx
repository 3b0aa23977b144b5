// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { FindBar } from './find-bar.tsx';

it.each([
  ['its field', () => screen.getByRole('searchbox')],
  ['one of its buttons', () => screen.getByRole('button', { name: 'Earlier' })],
])('closes the search on Escape in %s', (_, at) => {
  const onClose = vi.fn<() => void>();
  renderPage(<FindBar conversation="c" asked={1} onTerms={() => {}} onClose={onClose} />);
  fireEvent.keyDown(at(), { key: 'Enter' });
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.keyDown(at(), { key: 'Escape' });
  expect(onClose).toHaveBeenCalledOnce();
});
