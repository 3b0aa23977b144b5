// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Tabs } from '../overlays/tabs.tsx';
import { PhotoGallery } from './photo-gallery.tsx';

afterEach(cleanup);

/** Whether a key is left to the browser. */
const isLeft = (element: Element, key: string, modifier = {}) =>
  fireEvent.keyDown(element, { key, ...modifier });

it('pictures and tabs take the arrow keys, and leave the browser those with Alt: they go back and on', () => {
  const photos = [1, 2].map((at) => ({ id: `${at}`, src: '/a.jpg', alt: `${at}` }));
  render(
    <>
      <PhotoGallery
        label="Photos"
        photos={photos}
        previousLabel="Previous"
        nextLabel="Next"
        positionLabel={(at) => `Photo ${at}`}
        lockedLabel="Locked"
      />
      <Tabs label="Parts" tabs={[{ id: 'a', label: 'A' }]} value="a" onChange={() => {}}>
        Words
      </Tabs>
    </>,
  );
  for (const element of [screen.getByRole('group'), screen.getByRole('tab')]) {
    expect(isLeft(element, 'ArrowRight')).toBe(false);
    expect(isLeft(element, 'ArrowLeft', { altKey: true })).toBe(true);
    expect(isLeft(element, 'ArrowLeft', { metaKey: true })).toBe(true);
  }
});
