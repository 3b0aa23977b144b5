// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Page, SkipLink } from './page.tsx';

afterEach(cleanup);

it('skips to the content without changing the address, whose hash may be a key', () => {
  render(
    <>
      <SkipLink>Skip to content</SkipLink>
      <Page>Words</Page>
    </>,
  );
  const isFollowed = fireEvent.click(screen.getByRole('link', { name: 'Skip to content' }));
  expect(isFollowed).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole('main'));
});
