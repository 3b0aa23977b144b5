// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Lightbox } from './lightbox.tsx';

it('darkens the reserved space of the scrollbar while it is open', () => {
  const isMarked = () => 'lightbox' in document.documentElement.dataset;
  render(<Lightbox title="Photo" src="/a.webp" width={1} height={1} closeLabel="Close" onClose={() => {}} />);
  expect(isMarked()).toBe(true);
  cleanup();
  expect(isMarked()).toBe(false);
});
