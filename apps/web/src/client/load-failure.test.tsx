// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { ApiError } from './api.ts';
import { LoadFailure } from './load-failure.tsx';

it('keeps the keyboard focus on retry, when the button goes', () => {
  const retry = vi.fn<() => void>();
  const page = (isAsked: boolean) => (
    <main tabIndex={-1}>
      {isAsked || <LoadFailure error={new ApiError(0, { code: 'UNAVAILABLE' })} onRetry={retry} />}
    </main>
  );
  const { rerender } = renderPage(page(false));
  const button = screen.getByRole('button');
  button.focus();
  fireEvent.click(button);
  expect(retry).toHaveBeenCalledOnce();
  rerender(page(true));
  expect(screen.queryByRole('button')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('main'));
});
