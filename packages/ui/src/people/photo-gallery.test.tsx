// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Tabs } from '../overlays/tabs.tsx';
import { PhotoGallery } from './photo-gallery.tsx';

afterEach(cleanup);

/** True if the browser handles the key. */
const isLeft = (element: Element, key: string, modifier = {}) =>
  fireEvent.keyDown(element, { key, ...modifier });

const photos = [1, 2].map((at) => ({ id: `${at}`, src: '/a.jpg', alt: `${at}` }));
const gallery = (
  <PhotoGallery
    label="Photos"
    photos={photos}
    previousLabel="Previous"
    nextLabel="Next"
    positionLabel={(at) => `Photo ${at}`}
    lockedLabel="Locked"
  />
);

const PARTS = [
  { id: 'a', label: 'A' },
  { id: 'b', label: 'B' },
];

it('handles arrow keys in pictures and tabs, but leaves Alt shortcuts to the browser', () => {
  render(
    <>
      {gallery}
      <Tabs label="Parts" tabs={PARTS} value="a" onChange={() => {}}>
        Words
      </Tabs>
    </>,
  );
  for (const element of [screen.getByRole('group'), screen.getAllByRole('tab')[0]!]) {
    expect(isLeft(element, 'ArrowRight')).toBe(false);
    expect(isLeft(element, 'ArrowLeft', { altKey: true })).toBe(true);
    expect(isLeft(element, 'ArrowLeft', { metaKey: true })).toBe(true);
  }
});

it('keeps the focus on the button that reached the last picture', () => {
  render(gallery);
  const strip = screen.getByRole('group');
  vi.spyOn(strip, 'clientWidth', 'get').mockReturnValue(300);
  const scrollTo = vi.spyOn(strip, 'scrollTo').mockImplementation(() => {
    strip.scrollLeft = 300;
    fireEvent.scroll(strip);
  });
  const next = screen.getByRole('button', { name: 'Next' });
  fireEvent.click(next);
  expect(screen.getByRole('group').getAttribute('aria-label')).toBe('Photo 2');
  expect([document.activeElement, next.getAttribute('aria-disabled')]).toEqual([next, 'true']);
  expect(next.hasAttribute('disabled')).toBe(false);
  fireEvent.click(next);
  expect(scrollTo).toHaveBeenCalledOnce();
});
